#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh PYTHON: makes libnullgpu.so (to preload), libcuda.so.1 and libnvidia-ml.so.1 beside this file, for the torch that PYTHON imports.
set -eu; cd "$(dirname "$0")"
site=$("${1:-python3}" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
include=$site/nvidia/cu13/include lib=$site/torch/lib
{ nm -D --undefined-only "$lib"/lib{torch_cuda,c10_cuda,torch_python,caffe2_nvrtc,torch_cuda_linalg}.so | awk '/ U /{print $2}' | sed 's/@.*//'
  grep -oE 'CUDAAPI +cu[A-Z][A-Za-z0-9_]*' "$include/cuda.h" | awk '{print $2}'
  grep -oE '#define +cu[A-Z][A-Za-z0-9]* +cu[A-Z][A-Za-z0-9_]*' "$include/cuda.h" | awk '{print $3}'
} | grep -E '^(__cuda|cuda|cu[A-Z]|cublas)' | grep -v '^cuFile' | sort -u > wanted.txt
g++ -std=c++17 -O1 -fPIC -I"$include" -c nullgpu.cpp -o nullgpu.o
nm --defined-only nullgpu.o | awk '$2=="T"{print $3}' | sort -u > defined.txt
comm -23 wanted.txt defined.txt | awk '{print "int " $1 "(void) { return 0; }"}' > rest.c
gcc -O1 -fPIC -c rest.c -o rest.o
g++ -shared -o libnullgpu.so nullgpu.o rest.o -ldl
ln -sf libnullgpu.so libcuda.so.1
ln -sf libnullgpu.so libnvidia-ml.so.1
rm -f wanted.txt defined.txt rest.c rest.o nullgpu.o
