// SPDX-License-Identifier: GPL-3.0-or-later
// One stand-in a line.
// clang-format off
// A GPU that computes nothing. Preloaded in front of libcudart and libcublas, it lets an unmodified
// PyTorch build "run" CUDA programs on a machine without a GPU: memory is handed out and counted
// exactly as a card would, kernels do nothing, host copies of small size move zeros.
// PyTorch's own caching allocator then reports the true allocated and reserved bytes.
//   NULLGPU_BYTES   capacity of the card (default 85017493504, an 80 GB H100 as the driver reports it)
//   NULLGPU_CONTEXT bytes the driver holds before the first cudaMalloc (default 0)
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <sys/mman.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace {
std::mutex mu;
struct Region { size_t mapped, counted; };
std::map<char*, Region> device_regions;
size_t capacity() {
  static const size_t n = [] { const char* s = getenv("NULLGPU_BYTES"); return s ? strtoull(s, nullptr, 10) : 85017493504ull; }();
  return n;
}
size_t& used() {
  static size_t n = [] { const char* s = getenv("NULLGPU_CONTEXT"); return s ? strtoull(s, nullptr, 10) : 0ull; }();
  return n;
}
constexpr size_t kGranule = 2ull << 20;
size_t round_up(size_t n) { return (n + kGranule - 1) / kGranule * kGranule; }
void* reserve(size_t n) {
  // aligned to 2 MiB as the driver does
  char* p = static_cast<char*>(mmap(nullptr, n + kGranule, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (p == MAP_FAILED) return nullptr;
  char* a = reinterpret_cast<char*>((reinterpret_cast<size_t>(p) + kGranule - 1) / kGranule * kGranule);
  if (a > p) munmap(p, a - p);
  munmap(a + n, p + kGranule - a);
  return a;
}
cudaError_t dev_alloc(void** out, size_t n) {
  std::lock_guard<std::mutex> l(mu);
  size_t c = round_up(n);
  if (used() + c > capacity()) { *out = nullptr; return cudaErrorMemoryAllocation; }
  void* p = reserve(c);
  if (!p) return cudaErrorMemoryAllocation;
  device_regions[static_cast<char*>(p)] = {c, c};
  used() += c;
  *out = p;
  return cudaSuccess;
}
cudaError_t dev_free(void* p) {
  if (!p) return cudaSuccess;
  std::lock_guard<std::mutex> l(mu);
  auto it = device_regions.find(static_cast<char*>(p));
  if (it == device_regions.end()) return cudaErrorInvalidValue;
  used() -= it->second.counted;
  munmap(p, it->second.mapped);
  device_regions.erase(it);
  return cudaSuccess;
}
bool is_device(const void* p) {
  std::lock_guard<std::mutex> l(mu);
  auto it = device_regions.upper_bound(static_cast<char*>(const_cast<void*>(p)));
  if (it == device_regions.begin()) return false;
  --it;
  return p < it->first + it->second.mapped;
}
thread_local cudaError_t last_error = cudaSuccess;
cudaError_t note(cudaError_t e) { if (e != cudaSuccess) last_error = e; return e; }
size_t handle() { static size_t n = 0x1000; return __sync_add_and_fetch(&n, 16); }
template <class T> T fresh() { return reinterpret_cast<T>(handle()); }
int sm() { static const int n = [] { const char* s = getenv("NULLGPU_SM"); return s ? atoi(s) : 90; }(); return n; }
int attribute(int a) {
  switch (a) {
    case cudaDevAttrMaxThreadsPerBlock: return 1024;
    case cudaDevAttrMaxBlockDimX: case cudaDevAttrMaxBlockDimY: return 1024;
    case cudaDevAttrMaxBlockDimZ: return 64;
    case cudaDevAttrMaxGridDimX: return 2147483647;
    case cudaDevAttrMaxGridDimY: case cudaDevAttrMaxGridDimZ: return 65535;
    case cudaDevAttrMaxSharedMemoryPerBlock: return 49152;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return 232448;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return 233472;
    case cudaDevAttrReservedSharedMemoryPerBlock: return 1024;
    case cudaDevAttrTotalConstantMemory: return 65536;
    case cudaDevAttrWarpSize: return 32;
    case cudaDevAttrMaxRegistersPerBlock: case cudaDevAttrMaxRegistersPerMultiprocessor: return 65536;
    case cudaDevAttrMultiProcessorCount: return 132;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return 2048;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return 32;
    case cudaDevAttrComputeCapabilityMajor: return sm() / 10;
    case cudaDevAttrComputeCapabilityMinor: return sm() % 10;
    case cudaDevAttrL2CacheSize: return 52428800;
    case cudaDevAttrUnifiedAddressing: return 1;
    case cudaDevAttrTextureAlignment: return 512;
    case cudaDevAttrAsyncEngineCount: return 3;
    case cudaDevAttrMemoryPoolsSupported: return 1;
    case cudaDevAttrCooperativeLaunch: return 1;
    case cudaDevAttrComputePreemptionSupported: return 1;
    case cudaDevAttrConcurrentKernels: return 1;
    default: return 0;
  }
}
void copy(void* d, const void* s, size_t n) { if (n <= 65536) memcpy(d, s, n); }
int anything() { return 0; }
}  // namespace

extern "C" {
// ---- runtime
cudaError_t cudaGetDeviceCount(int* n) { *n = 1; return cudaSuccess; }
cudaError_t cudaGetDevice(int* d) { *d = 0; return cudaSuccess; }
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* v) { *v = 13020; return cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int* v) { *v = 13020; return cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, "null GPU");
  p->totalGlobalMem = capacity(); p->sharedMemPerBlock = 49152; p->regsPerBlock = 65536; p->warpSize = 32;
  p->maxThreadsPerBlock = 1024; p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024; p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 2147483647; p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->totalConstMem = 65536; p->major = sm() / 10; p->minor = sm() % 10; p->textureAlignment = 512; p->multiProcessorCount = 132;
  p->l2CacheSize = 52428800; p->maxThreadsPerMultiProcessor = 2048; p->sharedMemPerMultiprocessor = 233472;
  p->regsPerMultiprocessor = 65536; p->sharedMemPerBlockOptin = 232448; p->maxBlocksPerMultiProcessor = 32;
  p->unifiedAddressing = 1; p->concurrentKernels = 1; p->asyncEngineCount = 3; p->memoryPoolsSupported = 1;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* v, cudaDeviceAttr a, int) { *v = attribute(a); return cudaSuccess; }
cudaError_t cudaDeviceGetStreamPriorityRange(int* l, int* g) { if (l) *l = 0; if (g) *g = -5; return cudaSuccess; }
cudaError_t cudaDeviceGetPCIBusId(char* s, int n, int) { snprintf(s, n, "0000:00:00.0"); return cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int* v, int, int) { *v = 0; return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaMalloc(void** p, size_t n) { return note(dev_alloc(p, n)); }
cudaError_t cudaMallocAsync(void** p, size_t n, cudaStream_t) { return note(dev_alloc(p, n)); }
cudaError_t cudaMallocManaged(void** p, size_t n, unsigned) { return note(dev_alloc(p, n)); }
cudaError_t cudaFree(void* p) { return note(dev_free(p)); }
cudaError_t cudaFreeAsync(void* p, cudaStream_t) { return note(dev_free(p)); }
cudaError_t cudaMemGetInfo(size_t* f, size_t* t) { std::lock_guard<std::mutex> l(mu); *t = capacity(); *f = capacity() - used(); return cudaSuccess; }
cudaError_t cudaMallocHost(void** p, size_t n) { *p = reserve(round_up(n)); return *p ? cudaSuccess : cudaErrorMemoryAllocation; }
cudaError_t cudaHostAlloc(void** p, size_t n, unsigned) { return cudaMallocHost(p, n); }
cudaError_t cudaFreeHost(void*) { return cudaSuccess; }
cudaError_t cudaHostRegister(void*, size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaHostUnregister(void*) { return cudaSuccess; }
cudaError_t cudaMemcpy(void* d, const void* s, size_t n, cudaMemcpyKind) { copy(d, s, n); return cudaSuccess; }
cudaError_t cudaMemcpyAsync(void* d, const void* s, size_t n, cudaMemcpyKind, cudaStream_t) { copy(d, s, n); return cudaSuccess; }
cudaError_t cudaMemcpyPeerAsync(void* d, int, const void* s, int, size_t n, cudaStream_t) { copy(d, s, n); return cudaSuccess; }
cudaError_t cudaMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaMemcpyToSymbol(const void*, const void*, size_t, size_t, cudaMemcpyKind) { return cudaSuccess; }
cudaError_t cudaMemset(void*, int, size_t) { return cudaSuccess; }
cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* a, const void* p) {
  memset(a, 0, sizeof *a);
  bool d = is_device(p);
  a->type = d ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
  a->device = d ? 0 : -1;
  a->devicePointer = d ? const_cast<void*>(p) : nullptr;
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* s) { *s = fresh<cudaStream_t>(); return cudaSuccess; }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned) { *s = fresh<cudaStream_t>(); return cudaSuccess; }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned, int) { *s = fresh<cudaStream_t>(); return cudaSuccess; }
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaStreamGetPriority(cudaStream_t, int* p) { *p = 0; return cudaSuccess; }
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* s) { *s = cudaStreamCaptureStatusNone; return cudaSuccess; }
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus* s, unsigned long long* id, cudaGraph_t* g, const cudaGraphNode_t** d, const cudaGraphEdgeData** e, size_t* n) {
  *s = cudaStreamCaptureStatusNone; if (id) *id = 0; if (g) *g = nullptr; if (d) *d = nullptr; if (e) *e = nullptr; if (n) *n = 0; return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) { return cudaSuccess; }
cudaError_t cudaEventCreate(cudaEvent_t* e) { *e = fresh<cudaEvent_t>(); return cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned) { *e = fresh<cudaEvent_t>(); return cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t, unsigned) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* t, cudaEvent_t, cudaEvent_t) { *t = 1; return cudaSuccess; }
cudaError_t cudaGetLastError() { auto e = last_error; last_error = cudaSuccess; return e; }
cudaError_t cudaPeekAtLastError() { return last_error; }
const char* cudaGetErrorString(cudaError_t e) { return e == cudaErrorMemoryAllocation ? "out of memory" : e == cudaSuccess ? "no error" : "null GPU error"; }
const char* cudaGetErrorName(cudaError_t e) { return e == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaError"; }
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, const void*) {
  memset(a, 0, sizeof *a); a->maxThreadsPerBlock = 1024; a->binaryVersion = a->ptxVersion = sm(); a->maxDynamicSharedSizeBytes = 232448; a->numRegs = 64; return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* n, const void*, int, size_t) { *n = 2; return cudaSuccess; }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* n, const void*, int, size_t, unsigned) { *n = 2; return cudaSuccess; }
cudaError_t cudaGetSymbolAddress(void** p, const void*) { static char scratch[1 << 16]; *p = scratch; return cudaSuccess; }
cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**) { return cudaSuccess; }
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t f, void* d) { f(d); return cudaSuccess; }
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f, void* d, unsigned) { f(s, cudaSuccess, d); return cudaSuccess; }
cudaError_t __cudaGetKernel(cudaKernel_t* k, const void* f) { *k = reinterpret_cast<cudaKernel_t>(const_cast<void*>(f)); return cudaSuccess; }
void** __cudaRegisterFatBinary(void*) { static void* h; return &h; }
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*) {}
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, void*) { return 0; }
cudaError_t __cudaPopCallConfiguration(dim3* g, dim3* b, size_t* s, void* st) { *g = dim3(1, 1, 1); *b = dim3(1, 1, 1); *s = 0; *static_cast<void**>(st) = nullptr; return cudaSuccess; }
cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** f, unsigned, unsigned long long, cudaDriverEntryPointQueryResult* st) {
  static void* self = dlopen("libcuda.so.1", RTLD_NOW);
  *f = self ? dlsym(self, name) : nullptr;
  if (!*f) *f = reinterpret_cast<void*>(anything);
  if (st) *st = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}
// ---- driver
CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int* v) { *v = 13020; return CUDA_SUCCESS; }
CUresult cuDeviceGetCount(int* n) { *n = 1; return CUDA_SUCCESS; }
CUresult cuDeviceGet(CUdevice* d, int) { *d = 0; return CUDA_SUCCESS; }
CUresult cuDeviceGetAttribute(int* v, CUdevice_attribute a, CUdevice) { *v = attribute(a); return CUDA_SUCCESS; }
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned* f, int* active) { *f = 0; *active = 1; return CUDA_SUCCESS; }
CUresult cuDevicePrimaryCtxRetain(CUcontext* c, CUdevice) { *c = reinterpret_cast<CUcontext>(0x10); return CUDA_SUCCESS; }
CUresult cuCtxGetCurrent(CUcontext* c) { *c = reinterpret_cast<CUcontext>(0x10); return CUDA_SUCCESS; }
CUresult cuCtxGetDevice(CUdevice* d) { *d = 0; return CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
CUresult cuGetErrorString(CUresult, const char** s) { *s = "null GPU"; return CUDA_SUCCESS; }
CUresult cuModuleLoadData(CUmodule* m, const void*) { *m = fresh<CUmodule>(); return CUDA_SUCCESS; }
CUresult cuModuleLoadDataEx(CUmodule* m, const void*, unsigned, CUjit_option*, void**) { *m = fresh<CUmodule>(); return CUDA_SUCCESS; }
CUresult cuModuleGetFunction(CUfunction* f, CUmodule, const char*) { *f = fresh<CUfunction>(); return CUDA_SUCCESS; }
CUresult cuFuncGetAttribute(int* v, CUfunction_attribute a, CUfunction) { *v = a == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0; return CUDA_SUCCESS; }
CUresult cuDeviceGetName(char* s, int n, CUdevice) { snprintf(s, n, "null GPU"); return CUDA_SUCCESS; }
CUresult cuDeviceTotalMem_v2(size_t* n, CUdevice) { *n = capacity(); return CUDA_SUCCESS; }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* n, CUfunction, int, size_t) { *n = 2; return CUDA_SUCCESS; }
CUresult cuOccupancyMaxActiveClusters(int* n, CUfunction, const CUlaunchConfig*) { *n = 66; return CUDA_SUCCESS; }
CUresult cuPointerGetAttribute(void* v, CUpointer_attribute a, CUdeviceptr p) { if (a == CU_POINTER_ATTRIBUTE_DEVICE_POINTER) *static_cast<CUdeviceptr*>(v) = p; else *static_cast<int*>(v) = 0; return CUDA_SUCCESS; }
CUresult cuMemGetInfo_v2(size_t* f, size_t* t) { cudaMemGetInfo(f, t); return CUDA_SUCCESS; }
// virtual memory management, as expandable segments use it
CUresult cuMemGetAllocationGranularity(size_t* g, const CUmemAllocationProp*, CUmemAllocationGranularity_flags) { *g = kGranule; return CUDA_SUCCESS; }
CUresult cuMemAddressReserve(CUdeviceptr* p, size_t n, size_t, CUdeviceptr, unsigned long long) { void* a = reserve(round_up(n)); if (!a) return CUDA_ERROR_OUT_OF_MEMORY; { std::lock_guard<std::mutex> l(mu); device_regions[static_cast<char*>(a)] = {round_up(n), 0}; } *p = reinterpret_cast<CUdeviceptr>(a); return CUDA_SUCCESS; }
CUresult cuMemAddressFree(CUdeviceptr p, size_t n) { std::lock_guard<std::mutex> l(mu); device_regions.erase(reinterpret_cast<char*>(p)); munmap(reinterpret_cast<void*>(p), n); return CUDA_SUCCESS; }
struct Physical { size_t bytes; };
CUresult cuMemCreate(CUmemGenericAllocationHandle* h, size_t n, const CUmemAllocationProp*, unsigned long long) {
  std::lock_guard<std::mutex> l(mu);
  if (used() + n > capacity()) return CUDA_ERROR_OUT_OF_MEMORY;
  used() += n; *h = reinterpret_cast<CUmemGenericAllocationHandle>(new Physical{n}); return CUDA_SUCCESS;
}
CUresult cuMemRelease(CUmemGenericAllocationHandle h) { std::lock_guard<std::mutex> l(mu); auto* p = reinterpret_cast<Physical*>(h); used() -= p->bytes; delete p; return CUDA_SUCCESS; }
CUresult cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long) { return CUDA_SUCCESS; }
CUresult cuMemUnmap(CUdeviceptr, size_t) { return CUDA_SUCCESS; }
CUresult cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc*, size_t) { return CUDA_SUCCESS; }
// ---- NVML, as far as expandable segments ask for it: there is a device, it has no fabric
int nvmlInit_v2() { return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** d) { *d = reinterpret_cast<void*>(0x10); return 0; }
int nvmlDeviceGetGpuFabricInfoV(void*, void*) { return 3; }
int nvmlDeviceGetComputeRunningProcesses(void*, unsigned* n, void*) { *n = 0; return 0; }
int nvmlDeviceGetNvLinkRemoteDeviceType(void*, unsigned, int*) { return 3; }
int nvmlDeviceGetNvLinkRemotePciInfo_v2(void*, unsigned, void*) { return 3; }
int nvmlSystemGetCudaDriverVersion_v2(int* v) { *v = 13020; return 0; }
// ---- cuBLAS
cublasStatus_t cublasCreate_v2(cublasHandle_t* h) { *h = fresh<cublasHandle_t>(); return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetMathMode(cublasHandle_t, cublasMath_t* m) { *m = CUBLAS_DEFAULT_MATH; return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t, cublasPointerMode_t* m) { *m = CUBLAS_POINTER_MODE_HOST; return CUBLAS_STATUS_SUCCESS; }
size_t cublasLtGetVersion() { return 130400; }
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* d, cublasComputeType_t, cudaDataType_t) { *d = fresh<cublasLtMatmulDesc_t>(); return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* d, cudaDataType, uint64_t, uint64_t, int64_t) { *d = fresh<cublasLtMatrixLayout_t>(); return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* d) { *d = fresh<cublasLtMatmulPreference_t>(); return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int, cublasLtMatmulHeuristicResult_t* r, int* n) { memset(r, 0, sizeof *r); r->state = CUBLAS_STATUS_SUCCESS; *n = 1; return CUBLAS_STATUS_SUCCESS; }
}
