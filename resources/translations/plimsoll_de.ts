<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AdvicePanel</name>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>layer norm</source>
        <translation>Layer Norm</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS Norm</translation>
    </message>
    <message>
        <source>keeps one number a token instead of two</source>
        <translation>hebt eine Zahl je Token auf statt zweien</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>keeps its input for backward</source>
        <translation>hebt die Eingabe für den Rückwärtslauf auf</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>keeps its result for backward</source>
        <translation>hebt das Ergebnis für den Rückwärtslauf auf</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>a weight for each position</source>
        <translation>ein Gewicht je Position</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>gedreht</translation>
    </message>
    <message>
        <source>queries and keys are turned, a copy each</source>
        <translation>Queries und Keys werden gedreht, je eine Kopie</translation>
    </message>
    <message>
        <source>plain PyTorch</source>
        <translation>reines PyTorch</translation>
    </message>
    <message>
        <source>transformers</source>
        <translation>transformers</translation>
    </message>
    <message>
        <source>full fine-tuning</source>
        <translation>volles Training</translation>
    </message>
    <message>
        <source>gradients and states for every weight</source>
        <translation>Gradienten und Zustände für jedes Gewicht</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>trains small matrices beside frozen weights</source>
        <translation>trainiert kleine Matrizen neben eingefrorenen Gewichten</translation>
    </message>
    <message>
        <source>QLoRA</source>
        <translation>QLoRA</translation>
    </message>
    <message>
        <source>frozen weights in 4 or 8 bits, unpacked for each product</source>
        <translation>eingefrorene Gewichte in 4 oder 8 Bit, für jedes Produkt entpackt</translation>
    </message>
    <message>
        <source>NF4, scales packed too</source>
        <translation>NF4, auch die Skalen gepackt</translation>
    </message>
    <message>
        <source>0.52 bytes a weight</source>
        <translation>0,52 Byte je Gewicht</translation>
    </message>
    <message>
        <source>NF4</source>
        <translation>NF4</translation>
    </message>
    <message>
        <source>0.56 bytes a weight</source>
        <translation>0,56 Byte je Gewicht</translation>
    </message>
    <message>
        <source>LLM.int8</source>
        <translation>LLM.int8</translation>
    </message>
    <message>
        <source>1 byte a weight; inputs of frozen layers stay, checkpointed or not</source>
        <translation>1 Byte je Gewicht; Eingaben eingefrorener Schichten bleiben, mit und ohne Checkpoints</translation>
    </message>
    <message>
        <source>bf16 autocast</source>
        <translation>bf16-Autocast</translation>
    </message>
    <message>
        <source>fp32 weights and states; narrow copies of weights</source>
        <translation>Gewichte und Zustände in fp32; schmale Kopien der Gewichte</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>activations twice as wide, matrix products slower</source>
        <translation>Aktivierungen doppelt so breit, Matrixprodukte langsamer</translation>
    </message>
    <message>
        <source>fp16 autocast</source>
        <translation>fp16-Autocast</translation>
    </message>
    <message>
        <source>as bf16 autocast, and losses must be scaled</source>
        <translation>wie bf16-Autocast, und Verluste müssen skaliert werden</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>weights and states lose digits</source>
        <translation>Gewichte und Zustände verlieren Stellen</translation>
    </message>
    <message>
        <source>bf16, fp32 masters</source>
        <translation>bf16, fp32-Hauptgewichte</translation>
    </message>
    <message>
        <source>weights twice, in bf16 and fp32; gradients twice during the step</source>
        <translation>Gewichte doppelt, in bf16 und fp32; Gradienten im Schritt doppelt</translation>
    </message>
    <message>
        <source>bf16, fp32 masters and gradients</source>
        <translation>bf16, fp32-Hauptgewichte und -Gradienten</translation>
    </message>
    <message>
        <source>18 bytes a weight, and bf16 gradients in backward</source>
        <translation>18 Byte je Gewicht, und bf16-Gradienten im Rückwärtslauf</translation>
    </message>
    <message>
        <source>fp16, fp32 masters</source>
        <translation>fp16, fp32-Hauptgewichte</translation>
    </message>
    <message>
        <source>as bf16 with fp32 masters, and losses must be scaled</source>
        <translation>wie bf16 mit fp32-Hauptgewichten, und Verluste müssen skaliert werden</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>two states a weight</source>
        <translation>zwei Zustände je Gewicht</translation>
    </message>
    <message>
        <source>Adam with AMSGrad</source>
        <translation>Adam mit AMSGrad</translation>
    </message>
    <message>
        <source>three states a weight</source>
        <translation>drei Zustände je Gewicht</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>no states; needs more steps on transformers</source>
        <translation>keine Zustände; braucht bei Transformern mehr Schritte</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>SGD mit Momentum</translation>
    </message>
    <message>
        <source>one state a weight; needs more steps on transformers</source>
        <translation>ein Zustand je Gewicht; braucht bei Transformern mehr Schritte</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>one state a weight; no momentum</source>
        <translation>ein Zustand je Gewicht; kein Momentum</translation>
    </message>
    <message>
        <source>Adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>one state a weight; its steps only get smaller</source>
        <translation>ein Zustand je Gewicht; seine Schritte werden nur kleiner</translation>
    </message>
    <message>
        <source>Adafactor (torch)</source>
        <translation>Adafactor (torch)</translation>
    </message>
    <message>
        <source>states for rows and columns only; rougher second moments</source>
        <translation>Zustände nur für Zeilen und Spalten; gröbere zweite Momente</translation>
    </message>
    <message>
        <source>Adafactor (transformers)</source>
        <translation>Adafactor (transformers)</translation>
    </message>
    <message>
        <source>as Adafactor, in fp32: copies of one weight at a time</source>
        <translation>wie Adafactor, in fp32: Kopien eines Gewichts nach dem anderen</translation>
    </message>
    <message>
        <source>Lion</source>
        <translation>Lion</translation>
    </message>
    <message>
        <source>one state a weight; wants a smaller learning rate</source>
        <translation>ein Zustand je Gewicht; will eine kleinere Lernrate</translation>
    </message>
    <message>
        <source>Muon</source>
        <translation>Muon</translation>
    </message>
    <message>
        <source>one state a matrix; five products for each; leaves vectors to another optimizer</source>
        <translation>ein Zustand je Matrix; je fünf Produkte; überlässt Vektoren einem anderen Optimierer</translation>
    </message>
    <message>
        <source>8-bit AdamW</source>
        <translation>8-Bit-AdamW</translation>
    </message>
    <message>
        <source>states in 2.03 bytes a weight, a little less exact</source>
        <translation>Zustände in 2,03 Byte je Gewicht, etwas weniger genau</translation>
    </message>
    <message>
        <source>8-bit Lion</source>
        <translation>8-Bit-Lion</translation>
    </message>
    <message>
        <source>states in 1.02 bytes a weight, a little less exact</source>
        <translation>Zustände in 1,02 Byte je Gewicht, etwas weniger genau</translation>
    </message>
    <message>
        <source>paged 8-bit AdamW</source>
        <translation>8-Bit-AdamW mit Auslagerung</translation>
    </message>
    <message>
        <source>states that move to the host when the card is full; slower then</source>
        <translation>Zustände, die bei voller Karte in den Hauptspeicher ziehen; dann langsamer</translation>
    </message>
    <message>
        <source>4-bit AdamW (torchao)</source>
        <translation>4-Bit-AdamW (torchao)</translation>
    </message>
    <message>
        <source>states in 1.06 bytes a weight, less exact</source>
        <translation>Zustände in 1,06 Byte je Gewicht, weniger genau</translation>
    </message>
    <message>
        <source>fp8 AdamW (torchao)</source>
        <translation>fp8-AdamW (torchao)</translation>
    </message>
    <message>
        <source>foreach</source>
        <translation>foreach</translation>
    </message>
    <message>
        <source>one copy of all weights during the step</source>
        <translation>eine Kopie aller Gewichte während des Schritts</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>fused</translation>
    </message>
    <message>
        <source>no copies during the step</source>
        <translation>keine Kopien während des Schritts</translation>
    </message>
    <message>
        <source>for-loop</source>
        <translation>for-Schleife</translation>
    </message>
    <message>
        <source>copies of one weight at a time; slower</source>
        <translation>Kopien eines Gewichts nach dem anderen; langsamer</translation>
    </message>
    <message>
        <source>SDPA</source>
        <translation>SDPA</translation>
    </message>
    <message>
        <source>never makes the score matrix</source>
        <translation>macht die Punktematrix nie</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>gewöhnlich</translation>
    </message>
    <message>
        <source>keeps the score matrix: grows with length squared</source>
        <translation>hebt die Punktematrix auf: wächst mit dem Quadrat der Länge</translation>
    </message>
    <message>
        <source>flash</source>
        <translation>flash</translation>
    </message>
    <message>
        <source>never makes the score matrix, nor a mask</source>
        <translation>macht weder Punktematrix noch Maske</translation>
    </message>
    <message>
        <source>every step of a norm, a rotation or a gate keeps what it needs</source>
        <translation>jeder Schritt einer Normierung, einer Drehung oder eines Tors hebt auf, was er braucht</translation>
    </message>
    <message>
        <source>fused (Liger)</source>
        <translation>vereint (Liger)</translation>
    </message>
    <message>
        <source>norms and gates keep their inputs only; a library more to depend on</source>
        <translation>Normierungen und Tore heben nur ihre Eingaben auf; eine Bibliothek mehr</translation>
    </message>
    <message>
        <source>compiled blocks</source>
        <translation>kompilierte Blöcke</translation>
    </message>
    <message>
        <source>cheap steps run again in backward; minutes of compiling before the first step</source>
        <translation>billige Schritte laufen im Rückwärtslauf noch einmal; Minuten des Kompilierens vor dem ersten Schritt</translation>
    </message>
    <message>
        <source>no extra compute; keeps every activation</source>
        <translation>keine zusätzliche Rechnung; hebt jede Aktivierung auf</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>about +33 % compute (+31 % step time measured)</source>
        <translation>etwa +33 % Rechnung (+31 % Schrittzeit gemessen)</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>ausgewählt</translation>
    </message>
    <message>
        <source>+16 % compute, every second product kept; Megatron-LM: a few %, attention again</source>
        <translation>+16 % Rechnung, jedes zweite Produkt bleibt; Megatron-LM: wenige %, Attention noch einmal</translation>
    </message>
    <message>
        <source>every n-th block</source>
        <translation>jeder n-te Block</translation>
    </message>
    <message>
        <source>+33 % compute for each block covered</source>
        <translation>+33 % Rechnung je erfasstem Block</translation>
    </message>
    <message>
        <source>√n blocks at a time</source>
        <translation>je √n Blöcke</translation>
    </message>
    <message>
        <source>+33 % compute; one segment&apos;s blocks are made again together</source>
        <translation>+33 % Rechnung; die Blöcke eines Abschnitts entstehen zusammen neu</translation>
    </message>
    <message>
        <source>full, offloaded</source>
        <translation>voll, ausgelagert</translation>
    </message>
    <message>
        <source>+33 % compute; block inputs go to the host and back</source>
        <translation>+33 % Rechnung; Eingaben der Blöcke gehen in den Hauptspeicher und zurück</translation>
    </message>
    <message>
        <source>whole logits</source>
        <translation>ganze Logits</translation>
    </message>
    <message>
        <source>logits of all tokens, in fp32 too</source>
        <translation>Logits aller Tokens, auch in fp32</translation>
    </message>
    <message>
        <source>chunked</source>
        <translation>in Stücken</translation>
    </message>
    <message>
        <source>one chunk&apos;s gradients at a time; all logits are kept for backward</source>
        <translation>Gradienten eines Stücks nach dem anderen; alle Logits bleiben für den Rückwärtslauf</translation>
    </message>
    <message>
        <source>chunked, made again</source>
        <translation>in Stücken, neu gemacht</translation>
    </message>
    <message>
        <source>one chunk of logits at a time; the head&apos;s product runs twice</source>
        <translation>ein Stück Logits nach dem anderen; das Produkt des Kopfes läuft zweimal</translation>
    </message>
    <message>
        <source>fused with the head (Liger)</source>
        <translation>mit dem Kopf vereint (Liger)</translation>
    </message>
    <message>
        <source>never all logits; the head&apos;s gradient is made in forward</source>
        <translation>nie alle Logits; der Gradient des Kopfes entsteht im Vorwärtslauf</translation>
    </message>
    <message>
        <source>cut cross entropy</source>
        <translation>Cut Cross Entropy</translation>
    </message>
    <message>
        <source>no logits at all; the head&apos;s product runs twice; bf16 models only</source>
        <translation>gar keine Logits; das Produkt des Kopfes läuft zweimal; nur bf16-Modelle</translation>
    </message>
    <message>
        <source>default</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>segments of fixed size: what fits into none of their gaps takes a new one</source>
        <translation>Segmente fester Größe: was in keine ihrer Lücken passt, nimmt ein neues</translation>
    </message>
    <message>
        <source>expandable segments</source>
        <translation>wachsende Segmente</translation>
    </message>
    <message>
        <source>a little slower to grow; gaps are mapped anew, so little is left unused</source>
        <translation>wachsen etwas langsamer; Lücken werden neu belegt, sodass wenig ungenutzt bleibt</translation>
    </message>
    <message>
        <source>DDP</source>
        <translation>DDP</translation>
    </message>
    <message>
        <source>each GPU holds all; gradients are copied to buckets, which stay</source>
        <translation>jede GPU hält alles; Gradienten werden in Buckets kopiert, die bleiben</translation>
    </message>
    <message>
        <source>ZeRO 1</source>
        <translation>ZeRO 1</translation>
    </message>
    <message>
        <source>DeepSpeed spreads fp32 weights and states; gradients are whole until backward ends</source>
        <translation>DeepSpeed verteilt fp32-Gewichte und Zustände; Gradienten bleiben ganz, bis der Rückwärtslauf endet</translation>
    </message>
    <message>
        <source>ZeRO 2</source>
        <translation>ZeRO 2</translation>
    </message>
    <message>
        <source>DeepSpeed spreads gradients too, reduced in buckets as backward runs</source>
        <translation>DeepSpeed verteilt auch Gradienten, die im Rückwärtslauf in Buckets summiert werden</translation>
    </message>
    <message>
        <source>ZeRO 3</source>
        <translation>ZeRO 3</translation>
    </message>
    <message>
        <source>DeepSpeed spreads weights too, and gathers each module&apos;s as it runs</source>
        <translation>DeepSpeed verteilt auch Gewichte und sammelt die jedes Moduls, wenn es läuft</translation>
    </message>
    <message>
        <source>FSDP2</source>
        <translation>FSDP2</translation>
    </message>
    <message>
        <source>weights, gradients and states are spread; weights are gathered block by block</source>
        <translation>Gewichte, Gradienten und Zustände sind verteilt; Gewichte werden Block für Block gesammelt</translation>
    </message>
    <message>
        <source>HSDP</source>
        <translation>HSDP</translation>
    </message>
    <message>
        <source>as FSDP2 within groups of GPUs, which hold the same</source>
        <translation>wie FSDP2 innerhalb von Gruppen, die dasselbe halten</translation>
    </message>
    <message>
        <source>exact sums; buffers twice as wide</source>
        <translation>genaue Summen; Puffer doppelt so breit</translation>
    </message>
    <message>
        <source>sums over GPUs lose digits</source>
        <translation>Summen über GPUs verlieren Stellen</translation>
    </message>
    <message>
        <source>to the host</source>
        <translation>in den Hauptspeicher</translation>
    </message>
    <message>
        <source>weights come over PCIe block by block; the optimizer steps on the CPU</source>
        <translation>Gewichte kommen Block für Block über PCIe; der Optimierer rechnet auf der CPU</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>The model&apos;s parameters, as the optimizer updates them.</source>
        <translation>Die Parameter des Modells, wie der Optimierer sie ändert.</translation>
    </message>
    <message>
        <source>model size, precision</source>
        <translation>Modellgröße, Genauigkeit</translation>
    </message>
    <message>
        <source>a smaller model learns less; bf16 weights lose the small updates that fp32 keeps</source>
        <translation>ein kleineres Modell lernt weniger; bf16-Gewichte verlieren kleine Änderungen, die fp32 behält</translation>
    </message>
    <message>
        <source>element size of each parameter (torch.nn.Module)</source>
        <translation>Elementgröße jedes Parameters (torch.nn.Module)</translation>
    </message>
    <message>
        <source>master weights</source>
        <translation>Hauptgewichte</translation>
    </message>
    <message>
        <source>An fp32 copy of the weights that the optimizer updates.</source>
        <translation>Eine fp32-Kopie der Gewichte, die der Optimierer ändert.</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>without it, updates smaller than the weight&apos;s rounding are lost</source>
        <translation>ohne sie gehen Änderungen unter der Rundung des Gewichts verloren</translation>
    </message>
    <message>
        <source>mixed precision with master weights (Micikevicius et al. 2018, arXiv 1710.03740)</source>
        <translation>gemischte Genauigkeit mit Hauptgewichten (Micikevicius et al. 2018, arXiv 1710.03740)</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>One value for each trained parameter, made in backward and used by the optimizer.</source>
        <translation>Ein Wert je trainiertem Parameter, im Rückwärtslauf gemacht und vom Optimierer benutzt.</translation>
    </message>
    <message>
        <source>gradient accumulation, keeping gradients, precision</source>
        <translation>Gradienten sammeln, Gradienten behalten, Genauigkeit</translation>
    </message>
    <message>
        <source>without accumulation, large batches need more memory for activations</source>
        <translation>ohne Sammeln brauchen große Batches mehr Speicher für Aktivierungen</translation>
    </message>
    <message>
        <source>torch.autograd: a gradient has its parameter&apos;s type; zero_grad frees it</source>
        <translation>torch.autograd: ein Gradient hat den Typ seines Parameters; zero_grad gibt ihn frei</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>Zustände des Optimierers</translation>
    </message>
    <message>
        <source>What the optimizer remembers of each parameter between steps.</source>
        <translation>Was sich der Optimierer zwischen den Schritten zu jedem Parameter merkt.</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>8-bit states are rounded in blocks of 256 (little quality lost in most reports); SGD converges more slowly</source>
        <translation>8-Bit-Zustände werden in Blöcken von 256 gerundet (nach den meisten Berichten kaum Verlust); SGD konvergiert langsamer</translation>
    </message>
    <message>
        <source>torch.optim: zeros_like(parameter) for each state; bitsandbytes: 1 B + 4 B / 256 for each</source>
        <translation>torch.optim: zeros_like(parameter) je Zustand; bitsandbytes: je 1 B + 4 B / 256</translation>
    </message>
    <message>
        <source>weight copies</source>
        <translation>Kopien der Gewichte</translation>
    </message>
    <message>
        <source>Half-precision copies of fp32 weights that autocast makes; backward needs them, so the graph keeps them.</source>
        <translation>Halb so breite Kopien von fp32-Gewichten, die Autocast macht; der Rückwärtslauf braucht sie, also hebt der Graph sie auf.</translation>
    </message>
    <message>
        <source>precision, checkpointing</source>
        <translation>Genauigkeit, Checkpointing</translation>
    </message>
    <message>
        <source>bf16 weights need none, but lose small updates</source>
        <translation>bf16-Gewichte brauchen keine, verlieren aber kleine Änderungen</translation>
    </message>
    <message>
        <source>torch.autocast&apos;s cache and the tensors that linear saves for backward</source>
        <translation>der Vorrat von torch.autocast und die Tensoren, die linear für den Rückwärtslauf aufhebt</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>What the forward pass keeps for backward, and what both passes work with.</source>
        <translation>Was der Vorwärtslauf für den Rückwärtslauf aufhebt, und womit beide arbeiten.</translation>
    </message>
    <message>
        <source>batch, sequence, checkpointing</source>
        <translation>Batch, Sequenz, Checkpointing</translation>
    </message>
    <message>
        <source>checkpointing computes the forward twice: about a third more time</source>
        <translation>Checkpointing rechnet den Vorwärtslauf zweimal: etwa ein Drittel mehr Zeit</translation>
    </message>
    <message>
        <source>the tensors each operation saves (PyTorch, derivatives.yaml), replayed</source>
        <translation>die Tensoren, die jede Operation aufhebt (PyTorch, derivatives.yaml), nachgespielt</translation>
    </message>
    <message>
        <source>logits and loss</source>
        <translation>Logits und Verlust</translation>
    </message>
    <message>
        <source>The scores of every word for every token, and what the loss makes of them.</source>
        <translation>Die Punkte jedes Worts für jedes Token, und was der Verlust daraus macht.</translation>
    </message>
    <message>
        <source>batch, sequence, vocabulary, keeping logits</source>
        <translation>Batch, Sequenz, Vokabular, Logits behalten</translation>
    </message>
    <message>
        <source>smaller batches need more steps</source>
        <translation>kleinere Batches brauchen mehr Schritte</translation>
    </message>
    <message>
        <source>torch.nn.functional.cross_entropy: log-softmax and its gradient in fp32</source>
        <translation>torch.nn.functional.cross_entropy: Log-Softmax und sein Gradient in fp32</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>Scratch of matrix products, attention, reductions and the optimizer&apos;s step.</source>
        <translation>Zwischenspeicher von Matrixprodukten, Attention, Summen und dem Schritt des Optimierers.</translation>
    </message>
    <message>
        <source>optimizer kernel</source>
        <translation>Kernel des Optimierers</translation>
    </message>
    <message>
        <source>fused optimizers need none for their step, at no cost where they are supported</source>
        <translation>vereinte Optimierer brauchen keinen für ihren Schritt, ohne Kosten, wo es sie gibt</translation>
    </message>
    <message>
        <source>cuBLAS workspace of the generation; torch.optim&apos;s foreach temporaries</source>
        <translation>cuBLAS-Arbeitsspeicher der Generation; Zwischenergebnisse von foreach in torch.optim</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Buffers for exchanging gradients and weights between GPUs.</source>
        <translation>Puffer zum Austausch von Gradienten und Gewichten zwischen GPUs.</translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation>Zahl der GPUs</translation>
    </message>
    <message>
        <source>one GPU needs none, but takes longer</source>
        <translation>eine GPU braucht keine, aber länger</translation>
    </message>
    <message>
        <source>replay of DDP&apos;s reducer and of FSDP2&apos;s collectives (PyTorch)</source>
        <translation>Nachspiel von DDPs Reducer und FSDP2s Kollektiven (PyTorch)</translation>
    </message>
    <message>
        <source>load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>Vorwärtslauf</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>Rückwärtslauf</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Optimiererschritt</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>OOM</source>
        <translation>OOM</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>Aufstellung</translation>
    </message>
    <message>
        <source>From tensors to the card</source>
        <translation>Von Tensoren zur Karte</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>item</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>in full</source>
        <translation>im Ganzen</translation>
    </message>
    <message>
        <source>at the peak</source>
        <translation>am Höchststand</translation>
    </message>
    <message>
        <source>with the numbers</source>
        <translation>mit den Zahlen</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>nutzbar</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>nötig</translation>
    </message>
    <message>
        <source>used</source>
        <translation>benutzt</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>runs out at</source>
        <translation>reicht nicht bei</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>angefordert</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>reserviert</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>communicators</source>
        <translation>Kommunikatoren</translation>
    </message>
    <message>
        <source>data pipeline</source>
        <translation>Datenzufuhr</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
    <message>
        <source>total</source>
        <translation>insgesamt</translation>
    </message>
    <message>
        <source>live at the peak</source>
        <translation>am Höchststand am Leben</translation>
    </message>
    <message>
        <source>the allocator&apos;s blocks that hold them</source>
        <translation>die Blöcke des Allokators, die sie halten</translation>
    </message>
    <message>
        <source>CUDA context and loaded kernels</source>
        <translation>CUDA-Kontext und geladene Kernel</translation>
    </message>
    <message>
        <source>what must fit on the card</source>
        <translation>was auf die Karte passen muss</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>model size</source>
        <translation>Modellgröße</translation>
    </message>
    <message>
        <source>Fits %1 (%2); too big for %3 by %4.</source>
        <translation>Passt auf %1 (%2); zu groß für %3 um %4.</translation>
    </message>
    <message>
        <source>Fits %1 (%2); too big for %3, whose %4 the CUDA context and other users take already.</source>
        <translation>Passt auf %1 (%2); zu groß für %3, deren %4 schon der CUDA-Kontext und andere Nutzer nehmen.</translation>
    </message>
    <message>
        <source>Fits %1 (%2).</source>
        <translation>Passt auf %1 (%2).</translation>
    </message>
    <message>
        <source>Fits none of the %1 devices; too big for %2 by %3.</source>
        <translation>Passt auf keine der %1 Karten; zu groß für %2 um %3.</translation>
    </message>
    <message>
        <source>Too big for %1 by %2.</source>
        <translation>Zu groß für %1 um %2.</translation>
    </message>
    <message>
        <source>%1, by releasing cached memory, slower, %2 sure</source>
        <translation>%1, durch Freigeben von Vorrat, langsamer, zu %2 sicher</translation>
    </message>
    <message>
        <source>%1, by releasing cached memory, slower</source>
        <translation>%1, durch Freigeben von Vorrat, langsamer</translation>
    </message>
    <message>
        <source>%1, tight, %2 sure</source>
        <translation>%1, knapp, zu %2 sicher</translation>
    </message>
    <message>
        <source>%1, tight</source>
        <translation>%1, knapp</translation>
    </message>
    <message>
        <source>%1, %2 sure</source>
        <translation>%1, zu %2 sicher</translation>
    </message>
    <message>
        <source>%1: expected %2, found %3</source>
        <translation>%1: erwartet war %2, gefunden wurde %3</translation>
    </message>
    <message>
        <source>expected %1, found %2</source>
        <translation>erwartet war %1, gefunden wurde %2</translation>
    </message>
    <message>
        <source>%1 fits</source>
        <translation>%1 passt</translation>
    </message>
    <message>
        <source>%1 tight</source>
        <translation>%1 knapp</translation>
    </message>
    <message>
        <source>%1 OOM</source>
        <translation>%1 OOM</translation>
    </message>
    <message>
        <source>%1 releases cache</source>
        <translation>%1 gibt Vorrat frei</translation>
    </message>
    <message>
        <source>what PyTorch takes from the driver; %1 to %2</source>
        <translation>was PyTorch vom Treiber nimmt; %1 bis %2</translation>
    </message>
    <message>
        <source>what must fit on the card; %1 to %2</source>
        <translation>was auf die Karte passen muss; %1 bis %2</translation>
    </message>
    <message>
        <source>%1, in %2 of step %3</source>
        <translation>%1, im %2 von Schritt %3</translation>
    </message>
    <message>
        <source>Needs %1 on the card. Peak %2 in %3.</source>
        <translation>Braucht %1 auf der Karte. Höchststand %2 im %3.</translation>
    </message>
    <message>
        <source>Needs %1 on the card. %2 Peak %3 in %4.</source>
        <translation>Braucht %1 auf der Karte. %2 Höchststand %3 im %4.</translation>
    </message>
    <message>
        <source>the optimizer step, at %1</source>
        <translation>Schritt des Optimierers, bei %1</translation>
    </message>
    <message>
        <source>the optimizer step</source>
        <translation>Schritt des Optimierers</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1, bei %2</translation>
    </message>
    <message>
        <source>live tensors, in %1</source>
        <translation>lebende Tensoren, im %1</translation>
    </message>
    <message>
        <source>sum over the tensors alive</source>
        <translation>Summe über die lebenden Tensoren</translation>
    </message>
    <message>
        <source>none alive at the peak moment</source>
        <translation>keine am Höchststand am Leben</translation>
    </message>
    <message>
        <source>none in this scenario</source>
        <translation>keine in diesem Szenario</translation>
    </message>
    <message>
        <source>parameters × %1 on average</source>
        <translation>Parameter × %1 im Mittel</translation>
    </message>
    <message>
        <source>parameters × %1</source>
        <translation>Parameter × %1</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>stages wait at the start and the end of a step; the first holds the most micro-batches</source>
        <translation>Stufen warten am Anfang und Ende eines Schritts; die erste hält die meisten Teil-Batches</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>every stage holds all micro-batches&apos; activations and, at the end, logits</source>
        <translation>jede Stufe hält die Aktivierungen aller Teil-Batches und am Ende die Logits</translation>
    </message>
    <message>
        <source>interleaved 1F1B</source>
        <translation>verschränktes 1F1B</translation>
    </message>
    <message>
        <source>stages wait less; more micro-batches in flight, and more sending</source>
        <translation>Stufen warten weniger; mehr Teil-Batches unterwegs und mehr Versand</translation>
    </message>
    <message>
        <source>torchtune</source>
        <translation>torchtune</translation>
    </message>
    <message>
        <source>GPTQ, 4 bits</source>
        <translation>GPTQ, 4 Bit</translation>
    </message>
    <message>
        <source>0.52 bytes a weight; a checkpoint quantized before, with data</source>
        <translation>0,52 Byte je Gewicht; ein Checkpoint, der vorher anhand von Daten quantisiert wurde</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>embeddings and head twice as wide, and with them what passes between blocks</source>
        <translation>Einbettung und Kopf doppelt so breit, und mit ihnen, was zwischen den Blöcken fließt</translation>
    </message>
    <message>
        <source>norms lose digits</source>
        <translation>Normen verlieren Stellen</translation>
    </message>
    <message>
        <source>norms only</source>
        <translation>nur Normen</translation>
    </message>
    <message>
        <source>what passes between blocks is twice as wide</source>
        <translation>was zwischen den Blöcken fließt, ist doppelt so breit</translation>
    </message>
    <message>
        <source>fp8 products</source>
        <translation>fp8-Produkte</translation>
    </message>
    <message>
        <source>faster from H100 on; saves no memory: weights stay fp32</source>
        <translation>schneller ab H100; spart keinen Speicher: Gewichte bleiben fp32</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>optimizer in backward</source>
        <translation>Optimierer in Backward</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA-Rang</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>gradient accumulation</source>
        <translation>Gradientenakkumulation</translation>
    </message>
    <message>
        <source>checkpoint every</source>
        <translation>Checkpoint alle</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>chunks of the loss</source>
        <translation>Stücke des Verlusts</translation>
    </message>
    <message>
        <source>reentrant checkpointing</source>
        <translation>reentrantes Checkpointing</translation>
    </message>
    <message>
        <source>autocast over bf16 weights</source>
        <translation>Autocast über bf16-Gewichten</translation>
    </message>
    <message>
        <source>gradients kept between steps</source>
        <translation>Gradienten bleiben zwischen den Schritten</translation>
    </message>
    <message>
        <source>logits kept through backward</source>
        <translation>Logits bleiben durch Backward</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>Allokator</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>data parallelism</source>
        <translation>Datenparallelität</translation>
    </message>
    <message>
        <source>shard group</source>
        <translation>Shard-Gruppe</translation>
    </message>
    <message>
        <source>gradients as views of buckets</source>
        <translation>Gradienten als Sichten auf Buckets</translation>
    </message>
    <message>
        <source>gathered in bf16</source>
        <translation>in bf16 gesammelt</translation>
    </message>
    <message>
        <source>reduced in</source>
        <translation>reduziert in</translation>
    </message>
    <message>
        <source>reshard after forward</source>
        <translation>nach Forward wieder verteilt</translation>
    </message>
    <message>
        <source>offload</source>
        <translation>Auslagerung</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>verdeckte Breite</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>Breite des MLP</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>less work for each kernel, a little slower</source>
        <translation>weniger Arbeit für jeden Kernel, etwas langsamer</translation>
    </message>
    <message>
        <source>longer documents are cut</source>
        <translation>längere Dokumente werden abgeschnitten</translation>
    </message>
    <message>
        <source>no gradient clipping, no accumulation over micro-batches</source>
        <translation>kein Kappen der Gradienten, keine Akkumulation über Mikrobatches</translation>
    </message>
    <message>
        <source>adapters can express less</source>
        <translation>Adapter können weniger ausdrücken</translation>
    </message>
    <message>
        <source>magnitudes are trained beside directions, or not</source>
        <translation>Beträge werden neben Richtungen trainiert, oder nicht</translation>
    </message>
    <message>
        <source>smaller products, a little slower</source>
        <translation>kleinere Produkte, etwas langsamer</translation>
    </message>
    <message>
        <source>the older way: no early stop, no nesting</source>
        <translation>der ältere Weg: kein frühes Ende, keine Schachtelung</translation>
    </message>
    <message>
        <source>norms and losses in fp32</source>
        <translation>Normen und Verluste in fp32</translation>
    </message>
    <message>
        <source>none: gradients are made anew</source>
        <translation>keine: Gradienten werden neu angelegt</translation>
    </message>
    <message>
        <source>the loop can use them after backward, or not</source>
        <translation>die Schleife kann sie nach Backward nutzen, oder nicht</translation>
    </message>
    <message>
        <source>weights are gathered from more GPUs</source>
        <translation>Gewichte werden von mehr GPUs gesammelt</translation>
    </message>
    <message>
        <source>gradients cannot be detached</source>
        <translation>Gradienten lassen sich nicht ablösen</translation>
    </message>
    <message>
        <source>weights are gathered as they are stored, or narrow</source>
        <translation>Gewichte werden gesammelt, wie sie gespeichert sind, oder schmal</translation>
    </message>
    <message>
        <source>weights are gathered once more in backward, or stay</source>
        <translation>Gewichte werden in Backward noch einmal gesammelt, oder bleiben</translation>
    </message>
    <message>
        <source>largest batch</source>
        <translation>größter Batch</translation>
    </message>
    <message>
        <source>longest sequence</source>
        <translation>längste Sequenz</translation>
    </message>
    <message>
        <source>largest model</source>
        <translation>größtes Modell</translation>
    </message>
    <message>
        <source>fewest GPUs</source>
        <translation>wenigste GPUs</translation>
    </message>
    <message>
        <source>not even 1 fits</source>
        <translation>nicht einmal 1 passt</translation>
    </message>
    <message>
        <source>not even the smallest fits</source>
        <translation>nicht einmal das kleinste passt</translation>
    </message>
    <message>
        <source>not even 1,024 hold it</source>
        <translation>nicht einmal 1.024 fassen es</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>micro-batches</source>
        <translation>Mikrobatches</translation>
    </message>
    <message>
        <source>needs</source>
        <translation>braucht</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>%1 × %2, %3 sequences a step: %4 layouts checked, of which %5 are too large by their first stage alone; of the others the %6 fastest were estimated.</source>
        <translation>%1 × %2, %3 Sequenzen je Schritt: %4 Aufteilungen geprüft, davon sind %5 schon durch ihre erste Stufe zu groß; von den anderen wurden die %6 schnellsten geschätzt.</translation>
    </message>
    <message>
        <source>%1 × %2, %3 sequences a step: %4 layouts checked, of which %5 are too large by their first stage alone; the others were estimated.</source>
        <translation>%1 × %2, %3 Sequenzen je Schritt: %4 Aufteilungen geprüft, davon sind %5 schon durch ihre erste Stufe zu groß; die anderen wurden geschätzt.</translation>
    </message>
    <message>
        <source>%1 × %2, %3 sequences a step: %4 layouts checked, of which %5 are too large by their first stage alone; the others were estimated. None fits.</source>
        <translation>%1 × %2, %3 Sequenzen je Schritt: %4 Aufteilungen geprüft, davon sind %5 schon durch ihre erste Stufe zu groß; die anderen wurden geschätzt. Keine passt.</translation>
    </message>
    <message>
        <source>%1 × %2, %3 sequences a step: %4 layouts checked, of which %5 are too large by their first stage alone. None fits.</source>
        <translation>%1 × %2, %3 Sequenzen je Schritt: %4 Aufteilungen geprüft, davon sind %5 schon durch ihre erste Stufe zu groß. Keine passt.</translation>
    </message>
    <message>
        <source>The first step peaks higher than those after it: %1 requested.</source>
        <translation>Der erste Schritt hat einen höheren Höchststand als die späteren: %1 angefordert.</translation>
    </message>
    <message>
        <source>%1 has no kernel %2; %3 runs instead</source>
        <translation>%1 hat keinen Kernel %2; statt seiner läuft %3</translation>
    </message>
    <message>
        <source>Figures are of a steady step, the third, of PyTorch %1 on an H100 (sm_90): a card&apos;s generation decides how much scratch its kernels take.</source>
        <translation>Die Zahlen sind die eines eingeschwungenen Schritts, des dritten, von PyTorch %1 auf einer H100 (sm_90): Die Generation der Karte entscheidet, wie viel Hilfsspeicher ihre Kernel brauchen.</translation>
    </message>
    <message>
        <source>Figures are of a steady step, the third, of PyTorch %1 on a card of compute capability %2: a card&apos;s generation decides how much scratch its kernels take.</source>
        <translation>Die Zahlen sind die eines eingeschwungenen Schritts, des dritten, von PyTorch %1 auf einer Karte der Compute Capability %2: Die Generation der Karte entscheidet, wie viel Hilfsspeicher ihre Kernel brauchen.</translation>
    </message>
    <message>
        <source>Reserved bytes are those of PyTorch&apos;s caching allocator, simulated through three steps; on a card that is too small for them, cached segments are given back.</source>
        <translation>Reserviert ist, was PyTorchs Allokator hält, über drei Schritte nachgestellt; auf einer zu kleinen Karte gibt er vorgehaltene Segmente zurück.</translation>
    </message>
    <message>
        <source>Allocated and reserved bytes are taken equal to the requested ones: the caching allocator is simulated up to 1,024 layers.</source>
        <translation>Belegt und reserviert sind gleich angefordert gesetzt: Der Allokator wird bis 1.024 Schichten nachgestellt.</translation>
    </message>
    <message>
        <source>Figures are of one GPU, the first; batches are of each. Its buffers are those of PyTorch %1.</source>
        <translation>Die Zahlen sind die einer GPU, der ersten; der Batch ist der jeder einzelnen. Ihre Puffer sind die von PyTorch %1.</translation>
    </message>
    <message>
        <source>Figures are of stage %1 of %2, counted from 0, which needs most; the layers are spread evenly, and the first stages have what is left over.</source>
        <translation>Die Zahlen sind die der Stufe %1 von %2, gezählt ab 0, die am meisten braucht; die Schichten sind gleichmäßig verteilt, übrige stehen in den ersten Stufen.</translation>
    </message>
    <message>
        <source>Figures are of stage %1 of %2, counted from 0; the layers are spread evenly, and the first stages have what is left over.</source>
        <translation>Die Zahlen sind die der Stufe %1 von %2, gezählt ab 0; die Schichten sind gleichmäßig verteilt, übrige stehen in den ersten Stufen.</translation>
    </message>
    <message>
        <source>Layers are split as torchtitan splits a Llama block, with the logits and their loss; parameters are counted whole.</source>
        <translation>Die Schichten sind geteilt, wie torchtitan einen Llama-Block teilt, samt Logits und Verlust; Parameter sind im Ganzen gezählt.</translation>
    </message>
    <message>
        <source>The model is whole on the host only: loading counts on the card once it is spread. Blocks are units of fully_shard, and what is left over is the model&apos;s own.</source>
        <translation>Im Ganzen steht das Modell nur auf dem Host: Das Laden zählt auf der Karte, sobald es verteilt ist. Blöcke sind Einheiten von fully_shard, der Rest gehört dem Modell selbst.</translation>
    </message>
    <message>
        <source>ZeRO is DeepSpeed 0.19&apos;s: what it sums in buckets, widens for a norm or gathers ahead is counted as its code takes it. Its first GPU holds the embedding&apos;s part.</source>
        <translation>ZeRO ist das von DeepSpeed 0.19: Was es in Eimern summiert, für eine Norm verbreitert oder vorab sammelt, ist gezählt, wie sein Code es nimmt. Seine erste GPU hält den Teil der Einbettung.</translation>
    </message>
    <message>
        <source>Weights are spread as they are loaded (zero.Init), so that loading does not set the peak.</source>
        <translation>Gewichte werden schon beim Laden verteilt (zero.Init), so dass das Laden den Höchststand nicht bestimmt.</translation>
    </message>
    <message>
        <source>Compiled blocks: what they keep for backward is found as PyTorch&apos;s partitioner finds it; in which order their kernels run, and what those hold for a moment, is estimated: against counted runs the peak is within 2 %. Compiling itself is left out.</source>
        <translation>Übersetzte Blöcke: Was sie für den Rückwärtslauf behalten, ist bestimmt, wie PyTorchs Partitionierer es tut; in welcher Folge ihre Kernel laufen und was diese kurz halten, ist geschätzt: gegen gezählte Läufe liegt der Höchststand innerhalb von 2 %. Das Übersetzen selbst fehlt.</translation>
    </message>
    <message>
        <source>Selective checkpointing follows torchtitan&apos;s policy for operations: attention&apos;s results and every second matrix product&apos;s are kept.</source>
        <translation>Ausgewähltes Checkpointing folgt torchtitans Regel für Operationen: Die Ergebnisse der Attention und jedes zweiten Matrixprodukts bleiben.</translation>
    </message>
    <message>
        <source>Square-root checkpointing makes calls of ⌈√layers⌉ blocks each, the last of what is left.</source>
        <translation>Checkpointing nach der Wurzel fasst je ⌈√Schichten⌉ Blöcke zusammen, zuletzt den Rest.</translation>
    </message>
    <message>
        <source>Offloaded checkpointing is torch.distributed&apos;s offload_wrapper around each checkpointed block: its input waits in host memory and is copied back for the recomputation.</source>
        <translation>Ausgelagertes Checkpointing ist der offload_wrapper von torch.distributed um jeden Block: Seine Eingabe wartet im Speicher des Hosts und kommt zum Neurechnen zurück.</translation>
    </message>
    <message>
        <source>fp32 master weights are those of DeepSpeed 0.19 without ZeRO around torch&apos;s optimizers (runtime/fp16/unfused_optimizer.py): one for each weight, and fp32 gradients during the step.</source>
        <translation>fp32-Hauptgewichte sind die von DeepSpeed 0.19 ohne ZeRO um torchs Optimierer (runtime/fp16/unfused_optimizer.py): eines je Gewicht, dazu fp32-Gradienten während des Schritts.</translation>
    </message>
    <message>
        <source>fp32 master weights and gradients are those of DeepSpeed 0.19&apos;s ZeRO stage 1 on one GPU (runtime/bf16_optimizer.py): one flat tensor each, beside bf16 weights and gradients.</source>
        <translation>fp32-Hauptgewichte und -Gradienten sind die von DeepSpeed 0.19 mit ZeRO 1 auf einer GPU (runtime/bf16_optimizer.py): je ein flacher Tensor neben bf16-Gewichten und -Gradienten.</translation>
    </message>
    <message>
        <source>GPTQ&apos;s layers are 4 bits in groups of 128, whole in 16 bits for the time of each product (AutoGPTQ&apos;s and gptqmodel&apos;s Triton kernels); what is not packed keeps the model&apos;s type.</source>
        <translation>GPTQ-Schichten haben 4 Bit in Gruppen zu 128 und stehen für jedes Produkt ganz in 16 Bit da (Triton-Kernel von AutoGPTQ und gptqmodel); was nicht gepackt ist, behält den Typ des Modells.</translation>
    </message>
    <message>
        <source>torchtune&apos;s decoder and single-device recipe are those of release 0.6.1, without a mask: documents packed in a row need one more.</source>
        <translation>torchtunes Decoder und sein Rezept für eine Karte sind die der Version 0.6.1, ohne Maske: In eine Zeile gepackte Texte brauchen eine mehr.</translation>
    </message>
    <message>
        <source>fp8 is accelerate&apos;s with torchao (Float8Linear, one scale a tensor): fp32 weights under bf16 autocast, all linear layers but the first and the head multiply in fp8, and make their operands narrow anew for each product.</source>
        <translation>fp8 ist das von accelerate mit torchao (Float8Linear, ein Maßstab je Tensor): fp32-Gewichte unter bf16-Autocast; alle linearen Schichten außer der ersten und dem Kopf multiplizieren in fp8 und machen ihre Operanden für jedes Produkt neu schmal.</translation>
    </message>
    <message>
        <source>Several rows of packed sequences are read as wholes by flash attention, which tells sequences apart in one row only (micro_batch 1): nothing is saved or added here.</source>
        <translation>Mehrere Zeilen gepackter Sequenzen liest Flash-Attention als Ganzes; nur in einer Zeile (micro_batch 1) hält sie Sequenzen auseinander: Hier wird nichts gespart oder hinzugefügt.</translation>
    </message>
    <message>
        <source>LLM.int8 layers are counted without outliers, which depend on values; each column with one adds two bytes a token that its layer keeps.</source>
        <translation>LLM.int8-Schichten sind ohne Ausreißer gezählt, die von Werten abhängen; jede Spalte mit einem fügt zwei Bytes je Token hinzu, die ihre Schicht behält.</translation>
    </message>
    <message>
        <source>PyTorch before 2.15 keeps a cuBLAS workspace for each thread that multiplies, two in training (aten/src/ATen/cuda/CublasHandlePool.cpp, getCurrentCUDABlasHandle; changed by pytorch PR 194311).</source>
        <translation>PyTorch vor 2.15 hält einen cuBLAS-Arbeitsbereich je Thread, der multipliziert, im Training zwei (aten/src/ATen/cuda/CublasHandlePool.cpp, getCurrentCUDABlasHandle; geändert durch pytorch PR 194311).</translation>
    </message>
    <message>
        <source>transformers up to 4.45 widens logits in the model&apos;s forward and shifts them in a copy (models/*/modeling_*.py, logits.float()).</source>
        <translation>transformers bis 4.45 verbreitert Logits im Vorwärtslauf des Modells und verschiebt sie in einer Kopie (models/*/modeling_*.py, logits.float()).</translation>
    </message>
    <message>
        <source>transformers 4.46 to 4.48 widens logits in the loss and shifts them in a copy (loss/loss_utils.py, ForCausalLMLoss).</source>
        <translation>transformers 4.46 bis 4.48 verbreitert Logits im Verlust und verschiebt sie in einer Kopie (loss/loss_utils.py, ForCausalLMLoss).</translation>
    </message>
    <message>
        <source>torchtune up to 0.4 narrows what its RMS norm has normalised before the weight, 6 bytes a number kept for 8 (torchtune/modules/rms_norm.py).</source>
        <translation>torchtune bis 0.4 macht schmal, was seine RMS-Norm normiert hat, noch vor dem Gewicht: 6 statt 8 Bytes je Zahl bleiben (torchtune/modules/rms_norm.py).</translation>
    </message>
    <message>
        <source>Plimsoll %1 · bars: live tensors at the peak moment and what stands beside them on the card · line: what the framework can use</source>
        <translation>Plimsoll %1 · Balken: lebende Tensoren im Augenblick des Höchststands und was neben ihnen auf der Karte steht · Linie: was das Framework benutzen kann</translation>
    </message>
    <message>
        <source>Tensors of %1 in this scenario&apos;s step:</source>
        <translation>Tensoren von %1 im Schritt dieses Szenarios:</translation>
    </message>
    <message>
        <source>No tensor of this scenario&apos;s step has %1; the nearest are:</source>
        <translation>Kein Tensor im Schritt dieses Szenarios hat %1; am nächsten kommen:</translation>
    </message>
    <message>
        <source>%1, in the first step only</source>
        <translation>%1, nur im ersten Schritt</translation>
    </message>
    <message>
        <source>%1 (%2 GB usable, %3 GB fitted)</source>
        <translation>%1 (%2 GB nutzbar, %3 GB verbaut)</translation>
    </message>
    <message>
        <source>observed: torch.cuda&apos;s total is %1; %2 to %3 seen across drivers and systems</source>
        <translation>beobachtet: torch.cuda meldet insgesamt %1; %2 bis %3 je nach Treiber und System</translation>
    </message>
    <message>
        <source>observed: torch.cuda&apos;s total is %1</source>
        <translation>beobachtet: torch.cuda meldet insgesamt %1</translation>
    </message>
    <message>
        <source>NCCL&apos;s buffers grow with channels and communicators: 0.3 to 0.5 GB for one within a node, 1 to 1.6 GB across nodes (NCCL issues 391, 864 and 986; not well established). memory.communicator_bytes sets them.</source>
        <translation>NCCLs Puffer wachsen mit Kanälen und Kommunikatoren: 0,3 bis 0,5 GB für einen innerhalb eines Rechners, 1 bis 1,6 GB über Rechner hinweg (NCCL-Issues 391, 864 und 986; nicht gut belegt). memory.communicator_bytes setzt sie.</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Peak %1 in %2.</source>
        <translation>Höchststand %1 im %2.</translation>
    </message>
    <message>
        <source>%1 kinds more</source>
        <translation>%1 weitere Arten</translation>
    </message>
    <message>
        <source>batch %1 × %2</source>
        <translation>Batch %1 × %2</translation>
    </message>
    <message>
        <source>%1 layers × %2</source>
        <translation>%1 Schichten × %2</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Verlust %1</translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation>%1 Mikrobatches</translation>
    </message>
    <message>
        <source>checkpointing every %1</source>
        <translation>Checkpointing alle %1</translation>
    </message>
    <message>
        <source>checkpointing %1</source>
        <translation>Checkpointing %1</translation>
    </message>
    <message>
        <source>%1 on %2 GPUs</source>
        <translation>%1 auf %2 GPUs</translation>
    </message>
    <message>
        <source>%1 + autocast</source>
        <translation>%1 + Autocast</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>worked example</source>
        <translation>Rechenbeispiel</translation>
    </message>
    <message>
        <source>no checkpointing</source>
        <translation>kein Checkpointing</translation>
    </message>
    <message>
        <source>eager attention</source>
        <translation>Eager-Attention</translation>
    </message>
    <message>
        <source>grows with batch and sequence length</source>
        <translation>wächst mit Batch und Sequenzlänge</translation>
    </message>
    <message>
        <source>grows with the batch</source>
        <translation>wächst mit dem Batch</translation>
    </message>
    <message>
        <source>grows with the sequence length</source>
        <translation>wächst mit der Sequenzlänge</translation>
    </message>
    <message>
        <source>the same for every batch</source>
        <translation>gleich für jeden Batch</translation>
    </message>
    <message>
        <source>The message&apos;s other figures:</source>
        <translation>Die übrigen Zahlen der Meldung:</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>%1: %2, 1 time in %3</source>
        <translation>%1: %2, einmal im Abschnitt %3</translation>
    </message>
    <message>
        <source>%1: %2, %3 times in %4</source>
        <translation>%1: %2, %3-mal im Abschnitt %4</translation>
    </message>
    <message>
        <source>%1; %2; up to %3 are live when it is asked for</source>
        <translation>%1; %2; bis zu %3 leben, wenn er angefordert wird</translation>
    </message>
    <message>
        <source>smaller by: %1 (%2)</source>
        <translation>kleiner durch: %1 (%2)</translation>
    </message>
    <message>
        <source>allocated by PyTorch: the message says %1, the estimate %2 at the peak (%3)</source>
        <translation>von PyTorch belegt: die Meldung sagt %1, die Schätzung %2 am Höchststand (%3)</translation>
    </message>
    <message>
        <source>reserved by PyTorch: the message says %1, the estimate %2 at the peak (%3)</source>
        <translation>von PyTorch reserviert: die Meldung sagt %1, die Schätzung %2 am Höchststand (%3)</translation>
    </message>
    <message>
        <source>the card: the message says %1, the scenario needs %2</source>
        <translation>die Karte: die Meldung sagt %1, das Szenario braucht %2</translation>
    </message>
    <message>
        <source>trained parameters × %1 on average</source>
        <translation>trainierte Parameter × %1 im Mittel</translation>
    </message>
    <message>
        <source>trained parameters × %1</source>
        <translation>trainierte Parameter × %1</translation>
    </message>
    <message>
        <source>Figures are of one GPU, the first of its stage; batches are of each.</source>
        <translation>Zahlen sind die einer GPU, der ersten ihrer Stufe; Batches sind die von jeder.</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s code is that of August 2026, Transformer Engine&apos;s of 2.11: gradients lie in a buffer, norms run with the products after them, --hidden-dropout drops embeddings too, vocabularies are padded to multiples of 128 for each GPU that splits them. Workspaces of attention&apos;s kernels are those of cuDNN and flash-attn as their sources show them.</source>
        <translation>Megatron-LMs Code ist der vom August 2026, der von Transformer Engine 2.11: Gradienten liegen in einem Puffer, Normen laufen mit den Produkten nach ihnen, --hidden-dropout trifft auch Embeddings, Vokabulare werden für jede GPU, die sie teilt, auf Vielfache von 128 aufgefüllt. Arbeitsspeicher der Attention-Kernel sind die von cuDNN und flash-attn, wie ihre Quelltexte sie zeigen.</translation>
    </message>
    <message>
        <source>Attention is cuDNN&apos;s, which Transformer Engine takes on Hopper and Blackwell; in deterministic mode on other cards than Hopper it takes flash-attn, which keeps its result twice.</source>
        <translation>Attention ist die von cuDNN, die Transformer Engine auf Hopper und Blackwell nimmt; im deterministischen Modus nimmt es auf anderen Karten als Hopper flash-attn, das sein Ergebnis zweimal behält.</translation>
    </message>
    <message>
        <source>Megatron-LM</source>
        <translation>Megatron-LM</translation>
    </message>
    <message>
        <source>Transformer Engine</source>
        <translation>Transformer Engine</translation>
    </message>
    <message>
        <source>a library more; norms run with the products after them</source>
        <translation>eine Bibliothek mehr; Normen laufen mit den Produkten nach ihnen</translation>
    </message>
    <message>
        <source>Megatron&apos;s own</source>
        <translation>Megatrons eigene</translation>
    </message>
    <message>
        <source>one buffer stays as large as the largest score matrix or gathered sequence</source>
        <translation>ein Puffer bleibt so groß wie die größte Matrix der Scores oder gesammelte Sequenz</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>logits in fp32 beside narrow ones</source>
        <translation>Logits in fp32 neben schmalen</translation>
    </message>
    <message>
        <source>fused by Megatron</source>
        <translation>verschmolzen, von Megatron</translation>
    </message>
    <message>
        <source>logits in fp32 beside narrow ones; their gradient is narrow at once</source>
        <translation>Logits in fp32 neben schmalen; ihr Gradient ist gleich schmal</translation>
    </message>
    <message>
        <source>fused by Transformer Engine</source>
        <translation>verschmolzen, von Transformer Engine</translation>
    </message>
    <message>
        <source>the gradient takes the logits&apos; place; sums lose digits</source>
        <translation>der Gradient nimmt den Platz der Logits ein; Summen verlieren Stellen</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichmäßig</translation>
    </message>
    <message>
        <source>all layers run again, so many at a time</source>
        <translation>alle Schichten laufen noch einmal, so viele auf einmal</translation>
    </message>
    <message>
        <source>block</source>
        <translation>am Stück</translation>
    </message>
    <message>
        <source>the first layers of each stage run again, the others keep everything</source>
        <translation>die ersten Schichten jeder Stufe laufen noch einmal, die anderen behalten alles</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>keys and values of all parts pass through each GPU, a buffer for each</source>
        <translation>Keys und Values aller Teile gehen durch jede GPU, ein Puffer für jeden</translation>
    </message>
    <message>
        <source>all to all</source>
        <translation>alle an alle</translation>
    </message>
    <message>
        <source>heads are spread for the time of attention; its result is kept twice</source>
        <translation>Heads werden für die Attention verteilt; ihr Ergebnis wird zweimal behalten</translation>
    </message>
    <message>
        <source>litgpt&apos;s model runs as in its finetuning scripts on one GPU, under Lightning Fabric: logits in fp32, which the script holds until the next batch&apos;s are there, and embeddings that are never tied. cuDNN&apos;s workspace is not counted.</source>
        <translation>litgpts Modell läuft wie in seinen Finetuning-Skripten auf einer GPU, unter Lightning Fabric: Logits in fp32, die das Skript hält, bis die des nächsten Batches da sind, und Einbettungen, die nie geteilt sind. Der Arbeitsspeicher von cuDNN ist nicht gezählt.</translation>
    </message>
    <message>
        <source>lit-gpt of October 2023 makes the index of the columns that have adapters for each call, and pads their results in a copy of zeros (lit_gpt/lora.py).</source>
        <translation>lit-gpt vom Oktober 2023 macht den Index der Spalten mit Adaptern bei jedem Aufruf und füllt deren Ergebnisse in einer Kopie von Nullen auf (lit_gpt/lora.py).</translation>
    </message>
    <message>
        <source>litgpt up to 0.4.5 narrows what its RMS norm has normalised before the weight (litgpt/model.py); up to 0.3.0 adapters&apos; results are padded in a copy of zeros (litgpt/lora.py).</source>
        <translation>litgpt bis 0.4.5 macht schmal, was seine RMS-Norm normiert hat, bevor sie gewichtet (litgpt/model.py); bis 0.3.0 werden Ergebnisse der Adapter in einer Kopie von Nullen aufgefüllt (litgpt/lora.py).</translation>
    </message>
    <message>
        <source>litgpt up to 0.4.5 narrows what its RMS norm has normalised before the weight (litgpt/model.py).</source>
        <translation>litgpt bis 0.4.5 macht schmal, was seine RMS-Norm normiert hat, bevor sie gewichtet (litgpt/model.py).</translation>
    </message>
    <message>
        <source>litgpt up to 0.5.4 lays queries, keys and values group by group, which copies the queries of grouped heads (litgpt/model.py).</source>
        <translation>litgpt bis 0.5.4 legt Queries, Keys und Values Gruppe für Gruppe, was die Queries gruppierter Köpfe kopiert (litgpt/model.py).</translation>
    </message>
    <message>
        <source>litgpt up to 0.5.12 keeps one index of the columns that have adapters (litgpt/lora.py).</source>
        <translation>litgpt bis 0.5.12 behält einen Index der Spalten mit Adaptern (litgpt/lora.py).</translation>
    </message>
    <message>
        <source>bitsandbytes up to 0.43.1 keeps the input of each 4-bit product, as long as the loss lives (autograd/_functions.py, MatMul4Bit; changed by bitsandbytes PR 1270).</source>
        <translation>bitsandbytes bis 0.43.1 behält die Eingabe jedes 4-Bit-Produkts, solange der Verlust lebt (autograd/_functions.py, MatMul4Bit; geändert durch bitsandbytes PR 1270).</translation>
    </message>
    <message>
        <source>LitGPT</source>
        <translation>LitGPT</translation>
    </message>
    <message>
        <source>paged AdamW</source>
        <translation>AdamW mit Auslagerung</translation>
    </message>
    <message>
        <source>fp32 states that move to the host when the card is full; slower then</source>
        <translation>fp32-Zustände, die bei voller Karte in den Hauptspeicher ziehen; dann langsamer</translation>
    </message>
    <message>
        <source>The model is whole on the host only: loading counts on the card once it is spread. Blocks are wrapped by FullyShardedDataParallel, and what is left over is in the model&apos;s own flat parameter.</source>
        <translation>Im Ganzen steht das Modell nur auf dem Host: Das Laden zählt auf der Karte, sobald es verteilt ist. Blöcke umschließt FullyShardedDataParallel, der Rest steht im eigenen flachen Parameter des Modells.</translation>
    </message>
    <message>
        <source>FSDP1</source>
        <translation>FSDP1</translation>
    </message>
    <message>
        <source>as FSDP2; a block&apos;s weights are one, so that frozen ones get gradients beside others</source>
        <translation>wie FSDP2; die Gewichte eines Blocks sind eines, so dass eingefrorene neben anderen Gradienten bekommen</translation>
    </message>
    <message>
        <source>weights are gathered block by block</source>
        <translation>Gewichte werden Block für Block eingesammelt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>each GPU holds all, as with DDP; narrow weights are made block by block</source>
        <translation>jede GPU hält alles wie bei DDP; schmale Gewichte entstehen Block für Block</translation>
    </message>
    <message>
        <source>parameters of their own</source>
        <translation>eigene Parameter</translation>
    </message>
    <message>
        <source>adapters apart</source>
        <translation>Adapter für sich</translation>
    </message>
    <message>
        <source>gradients stay between steps, or nothing is frozen beside what trains</source>
        <translation>Gradienten bleiben zwischen Schritten, oder nichts ist neben Lernendem eingefroren</translation>
    </message>
    <message>
        <source>many small gathers, or gradients for frozen weights</source>
        <translation>viele kleine Sammelschritte, oder Gradienten für eingefrorene Gewichte</translation>
    </message>
    <message>
        <source>datacenter</source>
        <translation>Rechenzentrum</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Heimrechner</translation>
    </message>
    <message>
        <source>workstation</source>
        <translation>Arbeitsplatz</translation>
    </message>
    <message>
        <source>Megatron&apos;s layers</source>
        <translation>Megatrons Schichten</translation>
    </message>
    <message>
        <source>Megatron&apos;s cross entropy</source>
        <translation>Megatrons Kreuzentropie</translation>
    </message>
    <message>
        <source>products add gradients</source>
        <translation>Produkte addieren Gradienten</translation>
    </message>
    <message>
        <source>recomputed layers</source>
        <translation>wiederholte Schichten</translation>
    </message>
    <message>
        <source>core attention recomputed</source>
        <translation>Kern der Attention wiederholt</translation>
    </message>
    <message>
        <source>MLP recomputed</source>
        <translation>MLP wiederholt</translation>
    </message>
    <message>
        <source>mask from the loader</source>
        <translation>Maske vom Lader</translation>
    </message>
    <message>
        <source>needs a kernel of Apex or Transformer Engine, or a sum more for each weight</source>
        <translation>braucht einen Kernel von Apex oder Transformer Engine, oder eine Summe mehr je Gewicht</translation>
    </message>
    <message>
        <source>attention&apos;s scores are made twice, or kept</source>
        <translation>die Scores der Attention entstehen zweimal oder werden behalten</translation>
    </message>
    <message>
        <source>the MLP runs twice, or keeps its inputs</source>
        <translation>das MLP läuft zweimal oder behält seine Eingaben</translation>
    </message>
    <message>
        <source>padding is masked, or there is none</source>
        <translation>Auffüllung wird maskiert, oder es gibt keine</translation>
    </message>
    <message>
        <source>exchange of cut sequences</source>
        <translation>Austausch zerlegter Sequenzen</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>zero bubble</source>
        <translation>ohne Leerlauf</translation>
    </message>
    <message>
        <source>stages hardly wait; each holds as many micro-batches as there are stages</source>
        <translation>Stufen warten kaum; jede hält so viele Mikrobatches, wie es Stufen gibt</translation>
    </message>
    <message>
        <source>zero bubble in a V</source>
        <translation>ohne Leerlauf, als V</translation>
    </message>
    <message>
        <source>stages hardly wait; each has two parts, and sends more</source>
        <translation>Stufen warten kaum; jede hat zwei Teile und sendet mehr</translation>
    </message>
    <message>
        <source>%1, by releasing cached memory</source>
        <translation>%1, durch Freigeben von Vorrat</translation>
    </message>
    <message>
        <source>%1 parameters, %2 of them trained.</source>
        <translation>%1 Parameter, davon %2 trainiert.</translation>
    </message>
    <message>
        <source>%1 smaller kinds</source>
        <translation>%1 kleinere Arten</translation>
    </message>
    <message>
        <source>%1, shown here</source>
        <translation>%1, hier gezeigt</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>im %1</translation>
    </message>
    <message>
        <source>Figures are of stage %1 of %2, counted from 0, which needs most; the layers are spread by their work, that of the head with it.</source>
        <translation>Die Zahlen sind die der Stufe %1 von %2, gezählt ab 0, die am meisten braucht; die Schichten sind nach ihrer Arbeit verteilt, die des Kopfes mitgezählt.</translation>
    </message>
    <message>
        <source>Figures are of stage %1 of %2, counted from 0; the layers are spread by their work, that of the head with it.</source>
        <translation>Die Zahlen sind die der Stufe %1 von %2, gezählt ab 0; die Schichten sind nach ihrer Arbeit verteilt, die des Kopfes mitgezählt.</translation>
    </message>
    <message>
        <source>nanotron&apos;s code is that of July 2024 with flash-attn 2.5.0: gathered sequences are kept for backward, gradients are summed in one fp32 buffer beside fp32 weights, and the whole vocabulary&apos;s logits are made in fp32. Stages are cut by their work.</source>
        <translation>nanotrons Code ist der vom Juli 2024 mit flash-attn 2.5.0: eingesammelte Sequenzen werden für rückwärts behalten, Gradienten in einem fp32-Puffer neben fp32-Gewichten summiert, und die Logits des ganzen Vokabulars entstehen in fp32. Stufen sind nach ihrer Arbeit geschnitten.</translation>
    </message>
    <message>
        <source>nanotron</source>
        <translation>nanotron</translation>
    </message>
    <message>
        <source>Levers</source>
        <translation>Hebel</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Alive at the peak</source>
        <translation>Am Höchststand am Leben</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>how it comes about</source>
        <translation>wie es zustande kommt</translation>
    </message>
    <message>
        <source>lever</source>
        <translation>Hebel</translation>
    </message>
    <message>
        <source>its cost</source>
        <translation>was er kostet</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>Höchststand</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>zwischen den Schritten</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>unterwegs</translation>
    </message>
    <message>
        <source>at its peak</source>
        <translation>an ihrem Höchststand</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>wie sicher</translation>
    </message>
    <message>
        <source>usable: source</source>
        <translation>nutzbar: Quelle</translation>
    </message>
    <message>
        <source>what PyTorch takes from the driver</source>
        <translation>was PyTorch vom Treiber nimmt</translation>
    </message>
    <message>
        <source>buffers of NCCL</source>
        <translation>Puffer von NCCL</translation>
    </message>
    <message>
        <source>batches prefetched to the card</source>
        <translation>Batches, die im Voraus auf die Karte geladen sind</translation>
    </message>
    <message>
        <source>display and other processes</source>
        <translation>Anzeige und andere Prozesse</translation>
    </message>
    <message>
        <source>on the host</source>
        <translation>auf dem Rechner</translation>
    </message>
    <message>
        <source>tensors of this GPU that wait in the machine&apos;s memory</source>
        <translation>Tensoren dieser GPU, die im Arbeitsspeicher warten</translation>
    </message>
    <message>
        <source>of it page-locked</source>
        <translation>davon fest im Speicher</translation>
    </message>
    <message>
        <source>in powers of two, as PyTorch takes it</source>
        <translation>in Zweierpotenzen, wie PyTorch es nimmt</translation>
    </message>
    <message>
        <source>host, all GPUs</source>
        <translation>Rechner, alle GPUs</translation>
    </message>
    <message>
        <source>of the GPUs of one machine, eight at most</source>
        <translation>der GPUs eines Rechners, höchstens acht</translation>
    </message>
    <message>
        <source>sum of what is alive</source>
        <translation>Summe dessen, was lebt</translation>
    </message>
    <message>
        <source>overlapped gathers</source>
        <translation>überlappendes Sammeln</translation>
    </message>
    <message>
        <source>inputs of split layers are gathered again in backward</source>
        <translation>Eingaben geteilter Schichten werden im Rückwärtslauf noch einmal gesammelt</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save the changes to “%1”?</source>
        <translation>Die Änderungen an „%1“ speichern?</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>← →	one stop on a lever</source>
        <translation>← →	eine Stufe eines Hebels</translation>
    </message>
    <message>
        <source>Page up, Page down	several stops</source>
        <translation>Bild auf, Bild ab	mehrere Stufen</translation>
    </message>
    <message>
        <source>Home, End	first and last stop</source>
        <translation>Pos1, Ende	erste und letzte Stufe</translation>
    </message>
    <message>
        <source>a digit	types into the lever&apos;s field</source>
        <translation>eine Ziffer	schreibt in das Feld des Hebels</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>About Plimsoll</source>
        <translation>Über Plimsoll</translation>
    </message>
    <message>
        <source>Does this training job fit on this GPU, what is the memory spent on, and which choice moves it? A training step is replayed allocation by allocation, and everything shown is read off that replay.</source>
        <translation>Passt dieses Training auf diese GPU, wofür geht der Speicher weg, und welche Wahl ändert das? Ein Trainingsschritt wird Anforderung für Anforderung nachgespielt, und alles Gezeigte ist daraus abgelesen.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. Charts by QCustomPlot.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder später. Diagramme mit QCustomPlot.</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>cached but free</source>
        <translation>vorgehalten, aber frei</translation>
    </message>
    <message>
        <source>What the caching allocator has reserved beyond the live tensors: rounding, fragments and freed blocks.</source>
        <translation>Was der Allokator über die lebenden Tensoren hinaus reserviert hat: Rundung, Lücken und freigegebene Blöcke.</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>What the driver and loaded kernels take before the first tensor.</source>
        <translation>Was Treiber und geladene Kernel vor dem ersten Tensor nehmen.</translation>
    </message>
    <message>
        <source>communicators</source>
        <translation>Kommunikatoren</translation>
    </message>
    <message>
        <source>Buffers of the collective communication library.</source>
        <translation>Puffer der Bibliothek für kollektive Kommunikation.</translation>
    </message>
    <message>
        <source>data pipeline</source>
        <translation>Datenzufuhr</translation>
    </message>
    <message>
        <source>Batches prefetched to the card.</source>
        <translation>Vorab auf die Karte geholte Batches.</translation>
    </message>
    <message>
        <source>other</source>
        <translation>anderes</translation>
    </message>
    <message>
        <source>Display and other processes.</source>
        <translation>Bildschirm und andere Prozesse.</translation>
    </message>
    <message>
        <source>live at the peak</source>
        <translation>am Höchststand am Leben</translation>
    </message>
    <message>
        <source>The live tensors at the peak moment, to the byte.</source>
        <translation>Die im Augenblick des Höchststands lebenden Tensoren, auf das Byte genau.</translation>
    </message>
    <message>
        <source>total on the card</source>
        <translation>insgesamt auf der Karte</translation>
    </message>
    <message>
        <source>Reserved and everything beside it: what must fit.</source>
        <translation>Reserviertes und alles daneben: was hineinpassen muss.</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>beyond it: OOM</source>
        <translation>darüber: OOM</translation>
    </message>
    <message>
        <source>range to expect</source>
        <translation>zu erwartender Bereich</translation>
    </message>
    <message>
        <source>smallest that fits</source>
        <translation>kleinste, die reicht</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
</context>
<context>
    <name>Lever</name>
    <message>
        <source>Model &amp;details</source>
        <translation>Modelld&amp;etails</translation>
    </message>
    <message>
        <source>Method and &amp;adapters</source>
        <translation>&amp;Verfahren und Adapter</translation>
    </message>
    <message>
        <source>&amp;Kernels and loss</source>
        <translation>&amp;Kernel und Verlust</translation>
    </message>
    <message>
        <source>&amp;Training loop</source>
        <translation>Trainings&amp;schleife</translation>
    </message>
    <message>
        <source>Several GP&amp;Us</source>
        <translation>Mehrere GP&amp;Us</translation>
    </message>
    <message>
        <source>Memor&amp;y and overheads</source>
        <translation>S&amp;peicher und Nebenlasten</translation>
    </message>
    <message>
        <source>&amp;Name and software</source>
        <translation>Name und So&amp;ftware</translation>
    </message>
    <message>
        <source>Counts only with checkpointing of every nth block.</source>
        <translation>Zählt nur, wenn jeder n-te Block Checkpoints hat.</translation>
    </message>
    <message>
        <source>Counts only with checkpointing.</source>
        <translation>Zählt nur mit Checkpointing.</translation>
    </message>
    <message>
        <source>Settled by the code of this model&apos;s family.</source>
        <translation>Vom Code dieser Modellfamilie festgelegt.</translation>
    </message>
    <message>
        <source>Only learned positions have a table.</source>
        <translation>Nur gelernte Positionen haben eine Tabelle.</translation>
    </message>
    <message>
        <source>Without dropout there is no mask to keep.</source>
        <translation>Ohne Dropout ist keine Maske aufzuheben.</translation>
    </message>
    <message>
        <source>A model given by its sizes is trained in full; this needs a model with a config.</source>
        <translation>Ein Modell, das durch seine Größen gegeben ist, wird ganz trainiert; dies braucht ein Modell mit config.json.</translation>
    </message>
    <message>
        <source>Counts only with precision bf16.</source>
        <translation>Zählt nur mit der Genauigkeit bf16.</translation>
    </message>
    <message>
        <source>Counts only with LoRA and QLoRA.</source>
        <translation>Zählt nur mit LoRA und QLoRA.</translation>
    </message>
    <message>
        <source>Counts only with ZeRO.</source>
        <translation>Zählt nur mit ZeRO.</translation>
    </message>
    <message>
        <source>Counts only with ZeRO 3.</source>
        <translation>Zählt nur mit ZeRO 3.</translation>
    </message>
    <message>
        <source>Counts only with FSDP2, HSDP and ZeRO 3.</source>
        <translation>Zählt nur mit FSDP2, HSDP und ZeRO 3.</translation>
    </message>
    <message>
        <source>Counts only with FSDP2, HSDP and ZeRO.</source>
        <translation>Zählt nur mit FSDP2, HSDP und ZeRO.</translation>
    </message>
    <message>
        <source>Elements reduced at once</source>
        <translation>Elemente je Summierung</translation>
    </message>
    <message>
        <source>Gradients are summed over GPUs in buckets of so many elements, which are held while backward runs.</source>
        <translation>Gradienten werden über die GPUs in Buckets von so vielen Elementen summiert, die im Rückwärtslauf gehalten werden.</translation>
    </message>
    <message>
        <source>DeepSpeed, runtime/zero/config.py.</source>
        <translation>DeepSpeed, runtime/zero/config.py.</translation>
    </message>
    <message>
        <source>Gradients copied to buckets</source>
        <translation>Gradienten in Buckets kopiert</translation>
    </message>
    <message>
        <source>Gradients move to one buffer as they are made, so that memory is not cut to pieces.</source>
        <translation>Gradienten ziehen in einen Puffer um, sobald sie entstehen, damit der Speicher nicht zerstückelt wird.</translation>
    </message>
    <message>
        <source>Sums while backward runs</source>
        <translation>Summen während des Rückwärtslaufs</translation>
    </message>
    <message>
        <source>One bucket is summed while another fills: two buffers with ZeRO 1 and 2.</source>
        <translation>Ein Bucket wird summiert, während ein anderer sich füllt: zwei Puffer mit ZeRO 1 und 2.</translation>
    </message>
    <message>
        <source>Elements gathered ahead</source>
        <translation>Elemente im Voraus gesammelt</translation>
    </message>
    <message>
        <source>So many elements of weights to come are gathered with each module.</source>
        <translation>So viele Elemente kommender Gewichte werden mit jedem Modul gesammelt.</translation>
    </message>
    <message>
        <source>Weights kept whole up to</source>
        <translation>Gewichte ganz bis</translation>
    </message>
    <message>
        <source>Weights of no more elements stay whole on every GPU.</source>
        <translation>Gewichte von höchstens so vielen Elementen bleiben auf jeder GPU ganz.</translation>
    </message>
    <message>
        <source>Elements gathered at most</source>
        <translation>Höchstens gesammelte Elemente</translation>
    </message>
    <message>
        <source>Nothing is gathered ahead past so many elements.</source>
        <translation>Über so viele Elemente hinaus wird nichts im Voraus gesammelt.</translation>
    </message>
    <message>
        <source>Kept when read again within</source>
        <translation>Gehalten, wenn bald gelesen</translation>
    </message>
    <message>
        <source>Weights stay gathered when a module within so many elements reads them again.</source>
        <translation>Gewichte bleiben gesammelt, wenn ein Modul innerhalb so vieler Elemente sie wieder liest.</translation>
    </message>
    <message>
        <source>Elements stepped at once</source>
        <translation>Elemente je Schritt</translation>
    </message>
    <message>
        <source>The optimizer steps on so many elements of this GPU at a time.</source>
        <translation>Der Optimierer rechnet auf dieser GPU so viele Elemente auf einmal.</translation>
    </message>
    <message>
        <source>PyTorch, CPUOffloadPolicy; DeepSpeed, offload_param.</source>
        <translation>PyTorch, CPUOffloadPolicy; DeepSpeed, offload_param.</translation>
    </message>
    <message>
        <source>Offload of states</source>
        <translation>Zustände auslagern</translation>
    </message>
    <message>
        <source>Optimizer states and fp32 weights wait on the host, where the optimizer steps.</source>
        <translation>Zustände und fp32-Gewichte warten im Hauptspeicher, wo der Optimierer rechnet.</translation>
    </message>
    <message>
        <source>PyTorch, CPUOffloadPolicy; DeepSpeed, offload_optimizer.</source>
        <translation>PyTorch, CPUOffloadPolicy; DeepSpeed, offload_optimizer.</translation>
    </message>
    <message>
        <source>Page-locked on the host</source>
        <translation>Seitenfest im Hauptspeicher</translation>
    </message>
    <message>
        <source>What waits on the host lies in page-locked memory, taken in powers of two.</source>
        <translation>Was im Hauptspeicher wartet, liegt in seitenfestem Speicher, genommen in Zweierpotenzen.</translation>
    </message>
    <message>
        <source>PyTorch, CachingHostAllocator.</source>
        <translation>PyTorch, CachingHostAllocator.</translation>
    </message>
    <message>
        <source>Counts only with DDP.</source>
        <translation>Zählt nur mit DDP.</translation>
    </message>
    <message>
        <source>Counts only with HSDP.</source>
        <translation>Zählt nur mit HSDP.</translation>
    </message>
    <message>
        <source>Counts only with FSDP2 and HSDP.</source>
        <translation>Zählt nur mit FSDP2 und HSDP.</translation>
    </message>
    <message>
        <source>Counts only with several GPUs.</source>
        <translation>Zählt nur mit mehreren GPUs.</translation>
    </message>
    <message>
        <source>Counts only where transformers&apos; code runs.</source>
        <translation>Zählt nur, wo der Code von transformers läuft.</translation>
    </message>
    <message>
        <source>Counts only with QLoRA.</source>
        <translation>Zählt nur mit QLoRA.</translation>
    </message>
    <message>
        <source>This optimizer brings its own kernel.</source>
        <translation>Dieser Optimierer bringt seinen eigenen Kernel mit.</translation>
    </message>
    <message>
        <source>This version knows only the eager kernels of this model&apos;s family.</source>
        <translation>Diese Version kennt nur die gewöhnlichen Kernel dieser Modellfamilie.</translation>
    </message>
    <message>
        <source>The loss belongs to the code of this model&apos;s family.</source>
        <translation>Der Verlust gehört zum Code dieser Modellfamilie.</translation>
    </message>
    <message>
        <source>Counts only with a chunked loss.</source>
        <translation>Zählt nur mit einem Verlust in Stücken.</translation>
    </message>
    <message>
        <source>&amp;Model size</source>
        <translation>&amp;Modellgröße</translation>
    </message>
    <message>
        <source>Parameters. The slider goes along published shapes, along a family&apos;s own where it is one&apos;s. A plain decoder keeps vocabulary and block.</source>
        <translation>Parameter. Der Regler geht an veröffentlichten Formen entlang, bei einer Familie an deren eigenen. Ein einfacher Decoder behält Vokabular und Block.</translation>
    </message>
    <message>
        <source>config.json of the published models; resources/models.json names each.</source>
        <translation>config.json der veröffentlichten Modelle; resources/models.json nennt jede.</translation>
    </message>
    <message>
        <source>A smaller model learns less from the same tokens.</source>
        <translation>Ein kleineres Modell lernt weniger aus denselben Tokens.</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>Ba&amp;tch</translation>
    </message>
    <message>
        <source>Sequences one GPU works on at a time. Activations and logits grow with it.</source>
        <translation>Sequenzen, die eine GPU auf einmal bearbeitet. Aktivierungen und Logits wachsen damit.</translation>
    </message>
    <message>
        <source>Korthikanti et al. 2022, arXiv:2205.05198.</source>
        <translation>Korthikanti et al. 2022, arXiv:2205.05198.</translation>
    </message>
    <message>
        <source>Smaller: more accumulation steps for the same tokens, less work per kernel.</source>
        <translation>Kleiner: mehr Teilschritte für dieselben Tokens, weniger Arbeit je Kernel.</translation>
    </message>
    <message>
        <source>Se&amp;quence length</source>
        <translation>Se&amp;quenzlänge</translation>
    </message>
    <message>
        <source>Tokens in a sequence. Activations and logits grow with it; eager attention with its square.</source>
        <translation>Tokens in einer Sequenz. Aktivierungen und Logits wachsen damit, gewöhnliche Attention mit dem Quadrat.</translation>
    </message>
    <message>
        <source>Shorter: long documents are cut.</source>
        <translation>Kürzer: lange Texte werden zerschnitten.</translation>
    </message>
    <message>
        <source>&amp;Precision</source>
        <translation>Ge&amp;nauigkeit</translation>
    </message>
    <message>
        <source>The number formats of weights, activations and gradients.</source>
        <translation>Die Zahlenformate von Gewichten, Aktivierungen und Gradienten.</translation>
    </message>
    <message>
        <source>Micikevicius et al. 2017, arXiv:1710.03740; PyTorch, torch.amp.</source>
        <translation>Micikevicius et al. 2017, arXiv:1710.03740; PyTorch, torch.amp.</translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation>&amp;Optimierer</translation>
    </message>
    <message>
        <source>What turns gradients into updates, and how many states it keeps for each parameter.</source>
        <translation>Was aus Gradienten Änderungen macht, und wie viele Zustände es je Parameter aufhebt.</translation>
    </message>
    <message>
        <source>PyTorch, torch.optim; Dettmers et al. 2021, arXiv:2110.02861.</source>
        <translation>PyTorch, torch.optim; Dettmers et al. 2021, arXiv:2110.02861.</translation>
    </message>
    <message>
        <source>&amp;Checkpointing</source>
        <translation>&amp;Checkpointing</translation>
    </message>
    <message>
        <source>Keeps only the inputs of checkpointed blocks and runs their forward again in backward.</source>
        <translation>Hebt nur die Eingaben der Blöcke auf und rechnet ihren Vorwärtslauf im Rückwärtslauf noch einmal.</translation>
    </message>
    <message>
        <source>Chen et al. 2016, arXiv:1604.06174; PyTorch, torch.utils.checkpoint.</source>
        <translation>Chen et al. 2016, arXiv:1604.06174; PyTorch, torch.utils.checkpoint.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Decoder blocks, one after the other.</source>
        <translation>Decoder-Blöcke, einer nach dem anderen.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, arXiv:1706.03762.</source>
        <translation>Vaswani et al. 2017, arXiv:1706.03762.</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Width of the residual stream.</source>
        <translation>Breite des Residualstroms.</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Attention-Köpfe</translation>
    </message>
    <message>
        <source>Query heads of the attention.</source>
        <translation>Query-Köpfe der Attention.</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>Key-Value-Köpfe</translation>
    </message>
    <message>
        <source>Fewer than attention heads: grouped-query attention. Must divide the attention heads.</source>
        <translation>Weniger als Attention-Köpfe: Grouped-Query-Attention. Muss die Zahl der Attention-Köpfe teilen.</translation>
    </message>
    <message>
        <source>Ainslie et al. 2023, arXiv:2305.13245.</source>
        <translation>Ainslie et al. 2023, arXiv:2305.13245.</translation>
    </message>
    <message>
        <source>Head dimension</source>
        <translation>Breite eines Kopfes</translation>
    </message>
    <message>
        <source>Width of one head; usually hidden size / attention heads.</source>
        <translation>Breite eines Kopfes; meist Breite / Attention-Köpfe.</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP-Breite</translation>
    </message>
    <message>
        <source>Width inside the feed-forward part.</source>
        <translation>Breite im Inneren des Feed-Forward-Teils.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Tokens the model knows: rows of the embedding, columns of the logits.</source>
        <translation>Tokens, die das Modell kennt: Zeilen des Embeddings, Spalten der Logits.</translation>
    </message>
    <message>
        <source>Sennrich et al. 2015, arXiv:1508.07909.</source>
        <translation>Sennrich et al. 2015, arXiv:1508.07909.</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>How the model knows where a token stands.</source>
        <translation>Woher das Modell weiß, wo ein Token steht.</translation>
    </message>
    <message>
        <source>Vaswani et al. 2017, arXiv:1706.03762; Su et al. 2021, arXiv:2104.09864.</source>
        <translation>Vaswani et al. 2017, arXiv:1706.03762; Su et al. 2021, arXiv:2104.09864.</translation>
    </message>
    <message>
        <source>Position table</source>
        <translation>Positionstabelle</translation>
    </message>
    <message>
        <source>Rows of the learned position table.</source>
        <translation>Zeilen der gelernten Positionstabelle.</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Normierung</translation>
    </message>
    <message>
        <source>The normalisation before attention and MLP.</source>
        <translation>Die Normierung vor Attention und MLP.</translation>
    </message>
    <message>
        <source>Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467.</source>
        <translation>Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467.</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Aktivierungsfunktion</translation>
    </message>
    <message>
        <source>The non-linear function inside the MLP.</source>
        <translation>Die nichtlineare Funktion im MLP.</translation>
    </message>
    <message>
        <source>PyTorch, torch.nn.functional.</source>
        <translation>PyTorch, torch.nn.functional.</translation>
    </message>
    <message>
        <source>Gated MLP</source>
        <translation>MLP mit Tor</translation>
    </message>
    <message>
        <source>A third matrix gates the MLP, as in Llama.</source>
        <translation>Eine dritte Matrix steuert das MLP, wie bei Llama.</translation>
    </message>
    <message>
        <source>Shazeer 2020, arXiv:2002.05202.</source>
        <translation>Shazeer 2020, arXiv:2002.05202.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Share of activations dropped after attention and MLP; each dropout keeps a mask.</source>
        <translation>Anteil der Aktivierungen, die nach Attention und MLP wegfallen; jedes Dropout hebt eine Maske auf.</translation>
    </message>
    <message>
        <source>Srivastava et al. 2014, JMLR 15; PyTorch, torch.nn.Dropout.</source>
        <translation>Srivastava et al. 2014, JMLR 15; PyTorch, torch.nn.Dropout.</translation>
    </message>
    <message>
        <source>Dropout inside the MLP</source>
        <translation>Dropout im MLP</translation>
    </message>
    <message>
        <source>Also drops between the MLP&apos;s two products, where the activations are widest.</source>
        <translation>Auch zwischen den beiden Produkten des MLP, wo die Aktivierungen am breitesten sind.</translation>
    </message>
    <message>
        <source>Dropout after the embedding</source>
        <translation>Dropout nach dem Embedding</translation>
    </message>
    <message>
        <source>Also drops what the embedding puts out.</source>
        <translation>Auch bei dem, was das Embedding ausgibt.</translation>
    </message>
    <message>
        <source>Biases in the blocks</source>
        <translation>Bias in den Blöcken</translation>
    </message>
    <message>
        <source>The blocks&apos; linear layers add a bias.</source>
        <translation>Die linearen Schichten der Blöcke addieren einen Bias.</translation>
    </message>
    <message>
        <source>PyTorch, torch.nn.Linear.</source>
        <translation>PyTorch, torch.nn.Linear.</translation>
    </message>
    <message>
        <source>Bias in the head</source>
        <translation>Bias im Kopf</translation>
    </message>
    <message>
        <source>The output layer adds a bias.</source>
        <translation>Die Ausgabeschicht addiert einen Bias.</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>Gemeinsames Embedding</translation>
    </message>
    <message>
        <source>The output layer reads the embedding&apos;s weight instead of having its own.</source>
        <translation>Die Ausgabeschicht liest das Gewicht des Embeddings, statt ein eigenes zu haben.</translation>
    </message>
    <message>
        <source>Press and Wolf 2016, arXiv:1608.05859.</source>
        <translation>Press and Wolf 2016, arXiv:1608.05859.</translation>
    </message>
    <message>
        <source>Fused q, k, v</source>
        <translation>q, k, v vereint</translation>
    </message>
    <message>
        <source>One linear layer makes queries, keys and values.</source>
        <translation>Eine lineare Schicht macht Queries, Keys und Values.</translation>
    </message>
    <message>
        <source>PyTorch, torch.nn.MultiheadAttention.</source>
        <translation>PyTorch, torch.nn.MultiheadAttention.</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Over how many the training is spread; figures are of one of them.</source>
        <translation>Auf wie viele das Training verteilt ist; die Zahlen gelten für eine davon.</translation>
    </message>
    <message>
        <source>PyTorch, torch.distributed.</source>
        <translation>PyTorch, torch.distributed.</translation>
    </message>
    <message>
        <source>Data parallelism</source>
        <translation>Datenparallelität</translation>
    </message>
    <message>
        <source>What each GPU holds of weights, gradients and states while it works on its own sequences.</source>
        <translation>Was jede GPU von Gewichten, Gradienten und Zuständen hält, während sie ihre eigenen Sequenzen bearbeitet.</translation>
    </message>
    <message>
        <source>Li et al. 2020, arXiv:2006.15704; Zhao et al. 2023, arXiv:2304.11277.</source>
        <translation>Li et al. 2020, arXiv:2006.15704; Zhao et al. 2023, arXiv:2304.11277.</translation>
    </message>
    <message>
        <source>Gradients in the buckets</source>
        <translation>Gradienten in den Buckets</translation>
    </message>
    <message>
        <source>Gradients are views of DDP&apos;s buckets, not copies.</source>
        <translation>Gradienten sind Ansichten von DDPs Buckets, keine Kopien.</translation>
    </message>
    <message>
        <source>PyTorch, DistributedDataParallel(gradient_as_bucket_view).</source>
        <translation>PyTorch, DistributedDataParallel(gradient_as_bucket_view).</translation>
    </message>
    <message>
        <source>GPUs a shard group</source>
        <translation>GPUs je Gruppe</translation>
    </message>
    <message>
        <source>Over how many GPUs weights are spread; groups of them hold the same.</source>
        <translation>Auf wie viele GPUs die Gewichte verteilt sind; die Gruppen halten dasselbe.</translation>
    </message>
    <message>
        <source>PyTorch, fully_shard on a mesh of two dimensions.</source>
        <translation>PyTorch, fully_shard auf einem Gitter mit zwei Dimensionen.</translation>
    </message>
    <message>
        <source>Gathered in bf16</source>
        <translation>Sammeln in bf16</translation>
    </message>
    <message>
        <source>Weights are gathered and used in bf16, and kept in fp32.</source>
        <translation>Gewichte werden in bf16 gesammelt und benutzt und in fp32 aufgehoben.</translation>
    </message>
    <message>
        <source>PyTorch, MixedPrecisionPolicy(param_dtype).</source>
        <translation>PyTorch, MixedPrecisionPolicy(param_dtype).</translation>
    </message>
    <message>
        <source>Gradients reduced in</source>
        <translation>Gradienten summiert in</translation>
    </message>
    <message>
        <source>The type in which gradients are summed over GPUs.</source>
        <translation>Der Typ, in dem Gradienten über die GPUs summiert werden.</translation>
    </message>
    <message>
        <source>PyTorch, MixedPrecisionPolicy(reduce_dtype).</source>
        <translation>PyTorch, MixedPrecisionPolicy(reduce_dtype).</translation>
    </message>
    <message>
        <source>Reshard after forward</source>
        <translation>Nach dem Vorwärtslauf verteilen</translation>
    </message>
    <message>
        <source>Blocks&apos; gathered weights go after their forward, and are gathered anew for backward.</source>
        <translation>Gesammelte Gewichte der Blöcke gehen nach ihrem Vorwärtslauf und werden für den Rückwärtslauf neu gesammelt.</translation>
    </message>
    <message>
        <source>PyTorch, fully_shard(reshard_after_forward).</source>
        <translation>PyTorch, fully_shard(reshard_after_forward).</translation>
    </message>
    <message>
        <source>Reshard the root too</source>
        <translation>Auch die Wurzel verteilen</translation>
    </message>
    <message>
        <source>The same of what belongs to no block: embedding, last norm, head.</source>
        <translation>Dasselbe für das, was zu keinem Block gehört: Embedding, letzte Normierung, Kopf.</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>Auslagern</translation>
    </message>
    <message>
        <source>Weights, gradients and states wait on the host.</source>
        <translation>Gewichte, Gradienten und Zustände warten im Hauptspeicher.</translation>
    </message>
    <message>
        <source>Allocator</source>
        <translation>Allokator</translation>
    </message>
    <message>
        <source>How PyTorch&apos;s caching allocator takes memory from the driver.</source>
        <translation>Wie PyTorchs Allokator sich Speicher vom Treiber holt.</translation>
    </message>
    <message>
        <source>PyTorch, PYTORCH_CUDA_ALLOC_CONF: expandable_segments.</source>
        <translation>PyTorch, PYTORCH_CUDA_ALLOC_CONF: expandable_segments.</translation>
    </message>
    <message>
        <source>Rounding of sizes</source>
        <translation>Rundung der Größen</translation>
    </message>
    <message>
        <source>Sizes are rounded up to a power of 2 cut into that many parts; 0: to 512 bytes alone.</source>
        <translation>Größen werden auf eine so oft geteilte Zweierpotenz aufgerundet; 0: nur auf 512 Byte.</translation>
    </message>
    <message>
        <source>PyTorch, PYTORCH_CUDA_ALLOC_CONF: roundup_power2_divisions.</source>
        <translation>PyTorch, PYTORCH_CUDA_ALLOC_CONF: roundup_power2_divisions.</translation>
    </message>
    <message>
        <source>Largest block that is split</source>
        <translation>Größter Block, der geteilt wird</translation>
    </message>
    <message>
        <source>Larger blocks of the allocator&apos;s cache are used whole, so that they are not cut to pieces.</source>
        <translation>Größere Blöcke im Vorrat des Allokators werden ganz benutzt, damit sie nicht zerstückelt werden.</translation>
    </message>
    <message>
        <source>PyTorch, PYTORCH_CUDA_ALLOC_CONF: max_split_size_mb.</source>
        <translation>PyTorch, PYTORCH_CUDA_ALLOC_CONF: max_split_size_mb.</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Cache given back above</source>
        <translation>Vorrat zurückgeben ab</translation>
    </message>
    <message>
        <source>The share of the card above which the allocator gives unused blocks back; 0: never.</source>
        <translation>Der Anteil der Karte, ab dem der Allokator unbenutzte Blöcke zurückgibt; 0: nie.</translation>
    </message>
    <message>
        <source>PyTorch, PYTORCH_CUDA_ALLOC_CONF: garbage_collection_threshold.</source>
        <translation>PyTorch, PYTORCH_CUDA_ALLOC_CONF: garbage_collection_threshold.</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA-Kontext</translation>
    </message>
    <message>
        <source>What the driver takes before the first tensor; automatic: by the GPU&apos;s generation.</source>
        <translation>Was der Treiber vor dem ersten Tensor nimmt; automatisch: nach der Generation der GPU.</translation>
    </message>
    <message>
        <source>NVIDIA, CUDA C++ programming guide: contexts; runs measured in tests/data.</source>
        <translation>NVIDIA, CUDA C++ Programming Guide: Kontexte; gemessene Läufe in tests/data.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Communicators</source>
        <translation>Kommunikatoren</translation>
    </message>
    <message>
        <source>What NCCL takes for its buffers; automatic: by the number of GPUs.</source>
        <translation>Was NCCL für seine Puffer nimmt; automatisch: nach der Zahl der GPUs.</translation>
    </message>
    <message>
        <source>NVIDIA, NCCL user guide: NCCL_BUFFSIZE.</source>
        <translation>NVIDIA, NCCL user guide: NCCL_BUFFSIZE.</translation>
    </message>
    <message>
        <source>Data pipeline</source>
        <translation>Datenzufuhr</translation>
    </message>
    <message>
        <source>Batches prefetched to the card.</source>
        <translation>Vorab auf die Karte geholte Batches.</translation>
    </message>
    <message>
        <source>PyTorch, torch.utils.data.DataLoader.</source>
        <translation>PyTorch, torch.utils.data.DataLoader.</translation>
    </message>
    <message>
        <source>Other users of the card</source>
        <translation>Andere Nutzer der Karte</translation>
    </message>
    <message>
        <source>Display and other processes.</source>
        <translation>Bildschirm und andere Prozesse.</translation>
    </message>
    <message>
        <source>nvidia-smi lists them.</source>
        <translation>nvidia-smi zählt sie auf.</translation>
    </message>
    <message>
        <source>Tight above</source>
        <translation>Knapp ab</translation>
    </message>
    <message>
        <source>The share of a card&apos;s usable memory above which a fit is called tight.</source>
        <translation>Der Anteil am nutzbaren Speicher einer Karte, ab dem es knapp heißt.</translation>
    </message>
    <message>
        <source>A convention of this program.</source>
        <translation>Eine Festlegung dieses Programms.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What the scenario is called in titles and files.</source>
        <translation>Wie das Szenario in Titeln und Dateien heißt.</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>The release that trains; what it did otherwise is computed so.</source>
        <translation>Die Version, die trainiert; was sie anders machte, wird so berechnet.</translation>
    </message>
    <message>
        <source>Release notes and sources of PyTorch.</source>
        <translation>Versionshinweise und Quellen von PyTorch.</translation>
    </message>
    <message>
        <source>transformers</source>
        <translation>transformers</translation>
    </message>
    <message>
        <source>The release whose model code runs; what it did otherwise is computed so.</source>
        <translation>Die Version, deren Modellcode läuft; was sie anders machte, wird so berechnet.</translation>
    </message>
    <message>
        <source>Release notes and sources of transformers.</source>
        <translation>Versionshinweise und Quellen von transformers.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>What is trained: every weight, or small matrices beside frozen ones.</source>
        <translation>Was trainiert wird: jedes Gewicht, oder kleine Matrizen neben eingefrorenen.</translation>
    </message>
    <message>
        <source>Hu et al. 2021, arXiv:2106.09685; Dettmers et al. 2023, arXiv:2305.14314.</source>
        <translation>Hu et al. 2021, arXiv:2106.09685; Dettmers et al. 2023, arXiv:2305.14314.</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA-Rang</translation>
    </message>
    <message>
        <source>Width of the small matrices beside each frozen one.</source>
        <translation>Breite der kleinen Matrizen neben jeder eingefrorenen.</translation>
    </message>
    <message>
        <source>Hu et al. 2021, arXiv:2106.09685.</source>
        <translation>Hu et al. 2021, arXiv:2106.09685.</translation>
    </message>
    <message>
        <source>LoRA targets</source>
        <translation>LoRA-Ziele</translation>
    </message>
    <message>
        <source>Beside which layers adapters stand: all-linear, attention, or names such as q, v, down.</source>
        <translation>Neben welchen Schichten Adapter stehen: all-linear, attention oder Namen wie q, v, down.</translation>
    </message>
    <message>
        <source>peft, LoraConfig.target_modules.</source>
        <translation>peft, LoraConfig.target_modules.</translation>
    </message>
    <message>
        <source>LoRA dropout</source>
        <translation>LoRA-Dropout</translation>
    </message>
    <message>
        <source>Share of the adapters&apos; inputs dropped; each dropout keeps a mask and a copy.</source>
        <translation>Anteil der Eingaben der Adapter, die wegfallen; jedes Dropout hebt eine Maske und eine Kopie auf.</translation>
    </message>
    <message>
        <source>peft, LoraConfig.lora_dropout.</source>
        <translation>peft, LoraConfig.lora_dropout.</translation>
    </message>
    <message>
        <source>Adapters in fp32</source>
        <translation>Adapter in fp32</translation>
    </message>
    <message>
        <source>Otherwise in the model&apos;s own type.</source>
        <translation>Sonst im Typ des Modells.</translation>
    </message>
    <message>
        <source>peft, autocast_adapter_dtype.</source>
        <translation>peft, autocast_adapter_dtype.</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>A magnitude for each output beside the adapters; the whole matrix is made for each product.</source>
        <translation>Ein Betrag je Ausgabe neben den Adaptern; für jedes Produkt entsteht die ganze Matrix.</translation>
    </message>
    <message>
        <source>Liu et al. 2024, arXiv:2402.09353.</source>
        <translation>Liu et al. 2024, arXiv:2402.09353.</translation>
    </message>
    <message>
        <source>rsLoRA</source>
        <translation>rsLoRA</translation>
    </message>
    <message>
        <source>Scales adapters by the square root of their rank; needs no other memory.</source>
        <translation>Teilt die Adapter durch die Wurzel ihres Rangs; braucht keinen anderen Speicher.</translation>
    </message>
    <message>
        <source>Kalajdzievski 2023, arXiv:2312.03732.</source>
        <translation>Kalajdzievski 2023, arXiv:2312.03732.</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>How the frozen weights are packed.</source>
        <translation>Wie die eingefrorenen Gewichte gepackt sind.</translation>
    </message>
    <message>
        <source>Dettmers et al. 2023, arXiv:2305.14314; Dettmers et al. 2022, arXiv:2208.07339.</source>
        <translation>Dettmers et al. 2023, arXiv:2305.14314; Dettmers et al. 2022, arXiv:2208.07339.</translation>
    </message>
    <message>
        <source>Unpacked weights in fp32</source>
        <translation>Ungepackte Gewichte in fp32</translation>
    </message>
    <message>
        <source>What is not quantized (norms, embeddings) is widened before training.</source>
        <translation>Was nicht quantisiert ist (Normierungen, Embeddings), wird vor dem Training verbreitert.</translation>
    </message>
    <message>
        <source>peft, prepare_model_for_kbit_training.</source>
        <translation>peft, prepare_model_for_kbit_training.</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>How attention is computed; eager keeps the whole score matrix.</source>
        <translation>Wie die Attention gerechnet wird; gewöhnlich hebt die ganze Punktematrix auf.</translation>
    </message>
    <message>
        <source>Dao et al. 2022, arXiv:2205.14135; PyTorch, scaled_dot_product_attention.</source>
        <translation>Dao et al. 2022, arXiv:2205.14135; PyTorch, scaled_dot_product_attention.</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Whose code runs norms, rotary positions and gates.</source>
        <translation>Wessen Code Normierungen, Drehungen und Tore rechnet.</translation>
    </message>
    <message>
        <source>Hsu et al. 2024, arXiv:2410.10989; PyTorch, torch.compile.</source>
        <translation>Hsu et al. 2024, arXiv:2410.10989; PyTorch, torch.compile.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>How much of the logits is there at once while the loss is computed.</source>
        <translation>Wie viele Logits zugleich da sind, während der Verlust gerechnet wird.</translation>
    </message>
    <message>
        <source>Hsu et al. 2024, arXiv:2410.10989; Wijmans et al. 2024, arXiv:2411.09009.</source>
        <translation>Hsu et al. 2024, arXiv:2410.10989; Wijmans et al. 2024, arXiv:2411.09009.</translation>
    </message>
    <message>
        <source>Chunks of the loss</source>
        <translation>Stücke des Verlusts</translation>
    </message>
    <message>
        <source>Into how many parts of the sequence a chunked loss cuts the logits.</source>
        <translation>In wie viele Teile der Sequenz ein Verlust in Stücken die Logits schneidet.</translation>
    </message>
    <message>
        <source>torchtune, CEWithChunkedOutputLoss.</source>
        <translation>torchtune, CEWithChunkedOutputLoss.</translation>
    </message>
    <message>
        <source>Optimizer kernel</source>
        <translation>Kernel des Optimierers</translation>
    </message>
    <message>
        <source>How the update runs; foreach makes temporaries of all weights.</source>
        <translation>Wie die Änderung läuft; foreach macht Zwischenergebnisse aller Gewichte.</translation>
    </message>
    <message>
        <source>PyTorch, torch.optim: foreach and fused.</source>
        <translation>PyTorch, torch.optim: foreach und fused.</translation>
    </message>
    <message>
        <source>Optimizer in backward</source>
        <translation>Optimierer im Rückwärtslauf</translation>
    </message>
    <message>
        <source>Each parameter is updated as soon as its gradient is whole, which is then let go.</source>
        <translation>Jeder Parameter wird geändert, sobald sein Gradient fertig ist, der dann geht.</translation>
    </message>
    <message>
        <source>PyTorch tutorials, optimizer step in backward.</source>
        <translation>PyTorch-Tutorials, Optimierer im Rückwärtslauf.</translation>
    </message>
    <message>
        <source>Autocast over bf16 weights</source>
        <translation>Autocast über bf16-Gewichten</translation>
    </message>
    <message>
        <source>Autocast also where weights are narrow already, as HF Trainer&apos;s --bf16 does on a bf16 model.</source>
        <translation>Autocast auch, wo die Gewichte schon schmal sind, wie --bf16 des HF Trainers bei einem bf16-Modell.</translation>
    </message>
    <message>
        <source>transformers, TrainingArguments.bf16.</source>
        <translation>transformers, TrainingArguments.bf16.</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>Gradienten sammeln</translation>
    </message>
    <message>
        <source>Micro-batches summed before the optimizer steps.</source>
        <translation>Teil-Batches, die vor dem Schritt des Optimierers summiert werden.</translation>
    </message>
    <message>
        <source>transformers, TrainingArguments.gradient_accumulation_steps.</source>
        <translation>transformers, TrainingArguments.gradient_accumulation_steps.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint alle</translation>
    </message>
    <message>
        <source>Blocks 0, n, 2n and so on are checkpointed.</source>
        <translation>Die Blöcke 0, n, 2n und so weiter haben Checkpoints.</translation>
    </message>
    <message>
        <source>Chen et al. 2016, arXiv:1604.06174.</source>
        <translation>Chen et al. 2016, arXiv:1604.06174.</translation>
    </message>
    <message>
        <source>Reentrant checkpointing</source>
        <translation>Wiedereintretendes Checkpointing</translation>
    </message>
    <message>
        <source>The older way of torch.utils.checkpoint: backward inside backward.</source>
        <translation>Der ältere Weg von torch.utils.checkpoint: Rückwärtslauf im Rückwärtslauf.</translation>
    </message>
    <message>
        <source>PyTorch, torch.utils.checkpoint(use_reentrant).</source>
        <translation>PyTorch, torch.utils.checkpoint(use_reentrant).</translation>
    </message>
    <message>
        <source>Keep gradients between steps</source>
        <translation>Gradienten zwischen Schritten behalten</translation>
    </message>
    <message>
        <source>zero_grad(set_to_none=False): gradients are never freed.</source>
        <translation>zero_grad(set_to_none=False): Gradienten werden nie freigegeben.</translation>
    </message>
    <message>
        <source>PyTorch, Optimizer.zero_grad.</source>
        <translation>PyTorch, Optimizer.zero_grad.</translation>
    </message>
    <message>
        <source>Keep logits through backward</source>
        <translation>Logits im Rückwärtslauf behalten</translation>
    </message>
    <message>
        <source>The training loop holds the model&apos;s output until backward is done.</source>
        <translation>Die Trainingsschleife hält die Ausgabe des Modells, bis der Rückwärtslauf zu Ende ist.</translation>
    </message>
    <message>
        <source>PyTorch, autograd: a result lives while something refers to it.</source>
        <translation>PyTorch, autograd: Ein Ergebnis lebt, solange etwas darauf verweist.</translation>
    </message>
    <message>
        <source>Counts only with tensor parallelism.</source>
        <translation>Zählt nur mit Tensorparallelität.</translation>
    </message>
    <message>
        <source>Counts only with several pipeline stages.</source>
        <translation>Zählt nur mit mehreren Stufen der Pipeline.</translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation>Tensorparallelität</translation>
    </message>
    <message>
        <source>Over how many GPUs each layer&apos;s matrices are split.</source>
        <translation>Auf wie viele GPUs die Matrizen jeder Schicht geteilt sind.</translation>
    </message>
    <message>
        <source>Shoeybi et al. 2019, arXiv:1909.08053.</source>
        <translation>Shoeybi et al. 2019, arXiv:1909.08053.</translation>
    </message>
    <message>
        <source>Sequence parallelism</source>
        <translation>Sequenzparallelität</translation>
    </message>
    <message>
        <source>What lies between split layers is split too, along the sequence.</source>
        <translation>Auch was zwischen geteilten Schichten liegt, ist geteilt, entlang der Sequenz.</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>Stufen der Pipeline</translation>
    </message>
    <message>
        <source>Over how many stages the layers are spread, one after the other.</source>
        <translation>Auf wie viele Stufen die Schichten verteilt sind, eine nach der anderen.</translation>
    </message>
    <message>
        <source>Narayanan et al. 2021, arXiv:2104.04473.</source>
        <translation>Narayanan et al. 2021, arXiv:2104.04473.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>In which order the stages run forward and backward of micro-batches.</source>
        <translation>In welcher Folge die Stufen Vorwärts- und Rückwärtslauf der Teil-Batches rechnen.</translation>
    </message>
    <message>
        <source>Parts a stage</source>
        <translation>Teile je Stufe</translation>
    </message>
    <message>
        <source>How many parts of the model each stage has, where they are interleaved.</source>
        <translation>Wie viele Teile des Modells jede Stufe hat, wo sie verschränkt sind.</translation>
    </message>
    <message>
        <source>Micro-batches in the pipeline</source>
        <translation>Teil-Batches in der Pipeline</translation>
    </message>
    <message>
        <source>How many go through the pipeline in a step.</source>
        <translation>Wie viele in einem Schritt durch die Pipeline gehen.</translation>
    </message>
    <message>
        <source>Huang et al. 2018, arXiv:1811.06965.</source>
        <translation>Huang et al. 2018, arXiv:1811.06965.</translation>
    </message>
    <message>
        <source>Stage shown</source>
        <translation>Gezeigte Stufe</translation>
    </message>
    <message>
        <source>Whose figures are shown, counted from 0; automatic: the one that needs most.</source>
        <translation>Wessen Zahlen gezeigt werden, von 0 gezählt; automatisch: die am meisten braucht.</translation>
    </message>
    <message>
        <source>Counts only with GPTQ&apos;s layers.</source>
        <translation>Zählt nur mit GPTQ-Schichten.</translation>
    </message>
    <message>
        <source>Counts only with torchtune&apos;s model code.</source>
        <translation>Zählt nur mit torchtunes Modellcode.</translation>
    </message>
    <message>
        <source>torchtune</source>
        <translation>torchtune</translation>
    </message>
    <message>
        <source>Release notes and sources of torchtune.</source>
        <translation>Versionshinweise und Quelltext von torchtune.</translation>
    </message>
    <message>
        <source>GPTQ&apos;s group size</source>
        <translation>Gruppengröße von GPTQ</translation>
    </message>
    <message>
        <source>Inputs that share a scale and a zero; 0: all of a layer.</source>
        <translation>Eingänge, die sich Skala und Nullpunkt teilen; 0: alle einer Schicht.</translation>
    </message>
    <message>
        <source>Frantar et al. 2022, arXiv:2210.17323.</source>
        <translation>Frantar et al. 2022, arXiv:2210.17323.</translation>
    </message>
    <message>
        <source>Packed sequences</source>
        <translation>Gepackte Sequenzen</translation>
    </message>
    <message>
        <source>Sequences that share each row, told apart by their positions; SDPA then needs a mask.</source>
        <translation>Sequenzen, die sich eine Zeile teilen und an ihren Positionen unterschieden werden; SDPA braucht dann eine Maske.</translation>
    </message>
    <message>
        <source>transformers, masking_utils.find_packed_sequence_indices.</source>
        <translation>transformers, masking_utils.find_packed_sequence_indices.</translation>
    </message>
    <message>
        <source>DeepSeek-AI 2024, arXiv:2405.04434.</source>
        <translation>DeepSeek-AI 2024, arXiv:2405.04434.</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>MLPs that stand side by side in a layer; a router chooses some for each token. All of them are trained.</source>
        <translation>MLPs, die in einer Schicht nebeneinander stehen; ein Router wählt für jedes Token einige aus. Alle werden trainiert.</translation>
    </message>
    <message>
        <source>Shazeer et al. 2017, arXiv:1701.06538.</source>
        <translation>Shazeer u. a. 2017, arXiv:1701.06538.</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>Experten je Token</translation>
    </message>
    <message>
        <source>How many experts a token passes through; activations grow with it.</source>
        <translation>Durch wie viele Experten ein Token geht; damit wachsen die Aktivierungen.</translation>
    </message>
    <message>
        <source>Expert width</source>
        <translation>Breite eines Experten</translation>
    </message>
    <message>
        <source>Width inside one expert.</source>
        <translation>Breite im Inneren eines Experten.</translation>
    </message>
    <message>
        <source>Shared experts&apos; width</source>
        <translation>Breite der gemeinsamen Experten</translation>
    </message>
    <message>
        <source>Width of the experts that every token takes, together; 0: there are none.</source>
        <translation>Breite der Experten, die jedes Token nimmt, zusammen; 0: es gibt keine.</translation>
    </message>
    <message>
        <source>Dai et al. 2024, arXiv:2401.06066.</source>
        <translation>Dai u. a. 2024, arXiv:2401.06066.</translation>
    </message>
    <message>
        <source>First dense layers</source>
        <translation>Erste dichte Schichten</translation>
    </message>
    <message>
        <source>So many layers keep one MLP in place of experts.</source>
        <translation>So viele Schichten behalten ein MLP statt Experten.</translation>
    </message>
    <message>
        <source>Rank of queries</source>
        <translation>Rang der Queries</translation>
    </message>
    <message>
        <source>Width that queries are compressed to; 0: they are not.</source>
        <translation>Breite, auf die Queries verdichtet werden; 0: sie werden es nicht.</translation>
    </message>
    <message>
        <source>Rank of keys and values</source>
        <translation>Rang der Keys und Values</translation>
    </message>
    <message>
        <source>Width that keys and values are compressed to, together.</source>
        <translation>Breite, auf die Keys und Values zusammen verdichtet werden.</translation>
    </message>
    <message>
        <source>Head width without positions</source>
        <translation>Kopfbreite ohne Positionen</translation>
    </message>
    <message>
        <source>The part of a query&apos;s and a key&apos;s head that is not rotated.</source>
        <translation>Der Teil eines Kopfs von Queries und Keys, der nicht gedreht wird.</translation>
    </message>
    <message>
        <source>Head width with positions</source>
        <translation>Kopfbreite mit Positionen</translation>
    </message>
    <message>
        <source>The part that is rotated; keys have one for all heads.</source>
        <translation>Der Teil, der gedreht wird; Keys haben einen für alle Köpfe.</translation>
    </message>
    <message>
        <source>Head width of values</source>
        <translation>Kopfbreite der Values</translation>
    </message>
    <message>
        <source>Width of one head of the values.</source>
        <translation>Breite eines Kopfs der Values.</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Gleitendes Fenster</translation>
    </message>
    <message>
        <source>Tokens that a layer looks back over. Longer sequences then need a mask of their own.</source>
        <translation>Tokens, über die eine Schicht zurückblickt. Längere Sequenzen brauchen dann eine eigene Maske.</translation>
    </message>
    <message>
        <source>Jiang et al. 2023, arXiv:2310.06825.</source>
        <translation>Jiang u. a. 2023, arXiv:2310.06825.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Layers of the decoder</source>
        <translation>Schichten des Decoders</translation>
    </message>
    <message>
        <source>Of an encoder-decoder, whose other layers are the encoder&apos;s.</source>
        <translation>Bei einem Encoder-Decoder, dessen übrige Schichten die des Encoders sind.</translation>
    </message>
    <message>
        <source>Raffel et al. 2019, arXiv:1910.10683.</source>
        <translation>Raffel u. a. 2019, arXiv:1910.10683.</translation>
    </message>
    <message>
        <source>Biases of q, k, v</source>
        <translation>Bias bei q, k, v</translation>
    </message>
    <message>
        <source>The layers that make queries, keys and values add a bias.</source>
        <translation>Die Schichten, die Queries, Keys und Values machen, addieren einen Bias.</translation>
    </message>
    <message>
        <source>Biases of the MLP</source>
        <translation>Bias im MLP</translation>
    </message>
    <message>
        <source>The MLP&apos;s layers add a bias.</source>
        <translation>Die Schichten des MLP addieren einen Bias.</translation>
    </message>
    <message>
        <source>Dropout of attention</source>
        <translation>Dropout der Attention</translation>
    </message>
    <message>
        <source>Share of attention&apos;s weights dropped; eager attention keeps a mask as large as its scores.</source>
        <translation>Anteil der Attention-Gewichte, der wegfällt; Eager-Attention behält eine Maske, so groß wie ihre Werte.</translation>
    </message>
    <message>
        <source>Dropout after attention and MLP</source>
        <translation>Dropout nach Attention und MLP</translation>
    </message>
    <message>
        <source>Share of what attention and MLP put out that is dropped; each dropout keeps a mask.</source>
        <translation>Anteil dessen, was Attention und MLP ausgeben, der wegfällt; jedes Dropout behält eine Maske.</translation>
    </message>
    <message>
        <source>A plain decoder has switches of its own for it.</source>
        <translation>Ein einfacher Decoder hat dafür eigene Schalter.</translation>
    </message>
    <message>
        <source>Only models with a mixture of experts have it.</source>
        <translation>Das haben nur Modelle mit einer Mischung von Experten.</translation>
    </message>
    <message>
        <source>Only models with latent attention (DeepSeek) have it.</source>
        <translation>Das haben nur Modelle mit latenter Attention (DeepSeek).</translation>
    </message>
    <message>
        <source>This model&apos;s code knows no sliding window.</source>
        <translation>Der Code dieses Modells kennt kein gleitendes Fenster.</translation>
    </message>
    <message>
        <source>This model&apos;s code drops nothing there.</source>
        <translation>Der Code dieses Modells lässt dort nichts wegfallen.</translation>
    </message>
    <message>
        <source>Only encoder-decoders (T5) have it.</source>
        <translation>Das haben nur Encoder-Decoder (T5).</translation>
    </message>
    <message>
        <source>Counts only with Megatron-LM.</source>
        <translation>Zählt nur mit Megatron-LM.</translation>
    </message>
    <message>
        <source>Counts only with full checkpointing.</source>
        <translation>Zählt nur mit vollem Checkpointing.</translation>
    </message>
    <message>
        <source>Counts only with selective checkpointing.</source>
        <translation>Zählt nur mit selektivem Checkpointing.</translation>
    </message>
    <message>
        <source>Counts only with sequences cut over several GPUs.</source>
        <translation>Zählt nur mit Sequenzen, die auf mehrere GPUs geteilt sind.</translation>
    </message>
    <message>
        <source>Counts only with a model that has experts.</source>
        <translation>Zählt nur mit einem Modell mit Experten.</translation>
    </message>
    <message>
        <source>Counts only with experts spread over GPUs.</source>
        <translation>Zählt nur mit Experten, die auf GPUs verteilt sind.</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>Whose model code and training loop run.</source>
        <translation>Wessen Modellcode und Trainingsschleife laufen.</translation>
    </message>
    <message>
        <source>Megatron&apos;s layers</source>
        <translation>Megatrons Schichten</translation>
    </message>
    <message>
        <source>Whose linear layers, norms and attention run in Megatron-LM.</source>
        <translation>Wessen lineare Schichten, Normen und Attention in Megatron-LM laufen.</translation>
    </message>
    <message>
        <source>Megatron-LM, --transformer-impl.</source>
        <translation>Megatron-LM, --transformer-impl.</translation>
    </message>
    <message>
        <source>Megatron&apos;s cross entropy</source>
        <translation>Megatrons Kreuzentropie</translation>
    </message>
    <message>
        <source>Which kernels make losses of logits that are split over GPUs.</source>
        <translation>Welche Kernel den Loss aus Logits machen, die auf GPUs verteilt sind.</translation>
    </message>
    <message>
        <source>Megatron-LM, --cross-entropy-fusion-impl.</source>
        <translation>Megatron-LM, --cross-entropy-fusion-impl.</translation>
    </message>
    <message>
        <source>Products add gradients</source>
        <translation>Produkte addieren Gradienten</translation>
    </message>
    <message>
        <source>Weight gradients are summed into their buffer by the product that makes them.</source>
        <translation>Gradienten der Gewichte werden von dem Produkt, das sie macht, in ihren Puffer addiert.</translation>
    </message>
    <message>
        <source>Megatron-LM, --no-gradient-accumulation-fusion.</source>
        <translation>Megatron-LM, --no-gradient-accumulation-fusion.</translation>
    </message>
    <message>
        <source>Recomputed layers</source>
        <translation>Wiederholte Schichten</translation>
    </message>
    <message>
        <source>Which layers full checkpointing runs again.</source>
        <translation>Welche Schichten volles Checkpointing noch einmal rechnet.</translation>
    </message>
    <message>
        <source>Megatron-LM, --recompute-method.</source>
        <translation>Megatron-LM, --recompute-method.</translation>
    </message>
    <message>
        <source>How many recomputed layers</source>
        <translation>Wie viele wiederholte Schichten</translation>
    </message>
    <message>
        <source>Uniform: of one recomputed call; block: of each stage.</source>
        <translation>Gleichmäßig: je wiederholtem Aufruf; am Stück: je Stufe.</translation>
    </message>
    <message>
        <source>Megatron-LM, --recompute-num-layers.</source>
        <translation>Megatron-LM, --recompute-num-layers.</translation>
    </message>
    <message>
        <source>Core attention recomputed</source>
        <translation>Kern der Attention wiederholt</translation>
    </message>
    <message>
        <source>Selective checkpointing makes scores and what they weigh again in backward.</source>
        <translation>Selektives Checkpointing macht Scores und was sie gewichten im Rückwärtslauf neu.</translation>
    </message>
    <message>
        <source>MLP recomputed</source>
        <translation>MLP wiederholt</translation>
    </message>
    <message>
        <source>Selective checkpointing runs the MLP again in backward.</source>
        <translation>Selektives Checkpointing rechnet das MLP im Rückwärtslauf noch einmal.</translation>
    </message>
    <message>
        <source>Megatron-LM, --recompute-modules.</source>
        <translation>Megatron-LM, --recompute-modules.</translation>
    </message>
    <message>
        <source>Mask from the loader</source>
        <translation>Maske vom Lader</translation>
    </message>
    <message>
        <source>The loader sends an attention mask with each batch: a byte for each pair of tokens.</source>
        <translation>Der Lader schickt mit jedem Batch eine Maske: ein Byte für jedes Paar von Tokens.</translation>
    </message>
    <message>
        <source>Megatron-LM, --no-create-attention-mask-in-dataloader.</source>
        <translation>Megatron-LM, --no-create-attention-mask-in-dataloader.</translation>
    </message>
    <message>
        <source>Context parallelism</source>
        <translation>Kontextparallelität</translation>
    </message>
    <message>
        <source>Over how many GPUs each sequence is cut.</source>
        <translation>Auf wie viele GPUs jede Sequenz geteilt wird.</translation>
    </message>
    <message>
        <source>Liu et al. 2023, arXiv:2310.01889.</source>
        <translation>Liu et al. 2023, arXiv:2310.01889.</translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation>Expertenparallelität</translation>
    </message>
    <message>
        <source>Over how many GPUs a layer&apos;s experts are spread; tokens are sent to them and back.</source>
        <translation>Auf wie viele GPUs die Experten einer Schicht verteilt sind; Tokens werden zu ihnen und zurück geschickt.</translation>
    </message>
    <message>
        <source>Lepikhin et al. 2020, arXiv:2006.16668.</source>
        <translation>Lepikhin et al. 2020, arXiv:2006.16668.</translation>
    </message>
    <message>
        <source>Busiest experts</source>
        <translation>Meistgewählte Experten</translation>
    </message>
    <message>
        <source>Tokens of the GPU whose experts get most, as a multiple of an even spread.</source>
        <translation>Tokens der GPU, deren Experten die meisten bekommen, als Vielfaches einer gleichmäßigen Verteilung.</translation>
    </message>
    <message>
        <source>How parts meet</source>
        <translation>Wie Teile sich treffen</translation>
    </message>
    <message>
        <source>How queries meet the keys of other parts of their sequence.</source>
        <translation>Wie Queries auf die Keys anderer Teile ihrer Sequenz treffen.</translation>
    </message>
    <message>
        <source>Jacobs et al. 2023, arXiv:2309.14509; Megatron-LM, --cp-comm-type.</source>
        <translation>Jacobs et al. 2023, arXiv:2309.14509; Megatron-LM, --cp-comm-type.</translation>
    </message>
    <message>
        <source>Counts only with LitGPT&apos;s model code.</source>
        <translation>Zählt nur mit LitGPTs Modellcode.</translation>
    </message>
    <message>
        <source>Counts only with NF4 layers.</source>
        <translation>Zählt nur mit NF4-Schichten.</translation>
    </message>
    <message>
        <source>LitGPT&apos;s chunks are 128 tokens long.</source>
        <translation>LitGPTs Stücke sind 128 Token lang.</translation>
    </message>
    <message>
        <source>LitGPT</source>
        <translation>LitGPT</translation>
    </message>
    <message>
        <source>Release notes and sources of LitGPT.</source>
        <translation>Versionshinweise und Quelltext von LitGPT.</translation>
    </message>
    <message>
        <source>bitsandbytes</source>
        <translation>bitsandbytes</translation>
    </message>
    <message>
        <source>The release whose 4-bit layers run; what it did otherwise is computed so.</source>
        <translation>Die Version, deren 4-Bit-Schichten laufen; was sie anders machte, wird so gerechnet.</translation>
    </message>
    <message>
        <source>Release notes and sources of bitsandbytes.</source>
        <translation>Versionshinweise und Quelltext von bitsandbytes.</translation>
    </message>
    <message>
        <source>Counts only with FSDP1.</source>
        <translation>Zählt nur mit FSDP1.</translation>
    </message>
    <message>
        <source>Counts only with FSDP1, FSDP2 and HSDP.</source>
        <translation>Zählt nur mit FSDP1, FSDP2 und HSDP.</translation>
    </message>
    <message>
        <source>Spread over GPUs</source>
        <translation>Auf GPUs verteilt</translation>
    </message>
    <message>
        <source>Whether FSDP1 spreads weights, gradients and states, or every GPU holds all of them.</source>
        <translation>Ob FSDP1 Gewichte, Gradienten und Zustände verteilt oder jede GPU alle hält.</translation>
    </message>
    <message>
        <source>PyTorch, FullyShardedDataParallel(sharding_strategy).</source>
        <translation>PyTorch, FullyShardedDataParallel(sharding_strategy).</translation>
    </message>
    <message>
        <source>Parameters of their own</source>
        <translation>Eigene Parameter</translation>
    </message>
    <message>
        <source>The optimizer sees each parameter&apos;s part, not one flat parameter a block.</source>
        <translation>Der Optimierer sieht den Teil jedes Parameters, nicht einen flachen Parameter je Block.</translation>
    </message>
    <message>
        <source>PyTorch, FullyShardedDataParallel(use_orig_params).</source>
        <translation>PyTorch, FullyShardedDataParallel(use_orig_params).</translation>
    </message>
    <message>
        <source>Adapters apart</source>
        <translation>Adapter für sich</translation>
    </message>
    <message>
        <source>Each of an adapter&apos;s matrices is gathered by itself, so that frozen weights get no gradients.</source>
        <translation>Jede Matrix eines Adapters wird für sich eingesammelt, so dass eingefrorene Gewichte keine Gradienten bekommen.</translation>
    </message>
    <message>
        <source>peft, utils/other.py, fsdp_auto_wrap_policy.</source>
        <translation>peft, utils/other.py, fsdp_auto_wrap_policy.</translation>
    </message>
    <message>
        <source>Counts only with nanotron.</source>
        <translation>Zählt nur mit nanotron.</translation>
    </message>
    <message>
        <source>Sources of PyTorch, transformers, torchtune, LitGPT, Megatron-LM and nanotron.</source>
        <translation>Quelltexte von PyTorch, transformers, torchtune, LitGPT, Megatron-LM und nanotron.</translation>
    </message>
    <message>
        <source>Overlapped gathers</source>
        <translation>Überlapptes Einsammeln</translation>
    </message>
    <message>
        <source>Split layers keep their share of the sequence and gather it again in backward, while products run.</source>
        <translation>Geteilte Schichten behalten ihren Teil der Sequenz und sammeln sie rückwärts noch einmal ein, während Produkte laufen.</translation>
    </message>
    <message>
        <source>nanotron, tp_linear_async_communication.</source>
        <translation>nanotron, tp_linear_async_communication.</translation>
    </message>
</context>
<context>
    <name>MapDrawing</name>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>fits by releasing cache</source>
        <translation>passt durch Freigeben von Vorrat</translation>
    </message>
    <message>
        <source>OOM</source>
        <translation>OOM</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>own sizes</source>
        <translation>eigene Größen</translation>
    </message>
</context>
<context>
    <name>Quantity</name>
    <message>
        <source>a whole number, such as 256 or 4k</source>
        <translation>eine ganze Zahl wie 256 oder 4k</translation>
    </message>
    <message>
        <source>a number of tokens, such as 4096 or 4k (4,096)</source>
        <translation>eine Zahl von Tokens wie 4096 oder 4k (4.096)</translation>
    </message>
    <message>
        <source>a number of parameters, such as 8B or 350M</source>
        <translation>eine Zahl von Parametern wie 8B oder 350M</translation>
    </message>
    <message>
        <source>a size, such as 512 MiB or 2GB</source>
        <translation>eine Größe wie 512 MiB oder 2GB</translation>
    </message>
    <message>
        <source>a fraction, such as 0.1 or 10 %</source>
        <translation>ein Anteil wie 0,1 oder 10 %</translation>
    </message>
</context>
<context>
    <name>StepDrawing</name>
    <message>
        <source>Alive at the peak</source>
        <translation>Am Höchststand am Leben</translation>
    </message>
</context>
<context>
    <name>Tensor</name>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>Rückwärtslauf</translation>
    </message>
    <message>
        <source>cast</source>
        <translation>Umwandlung</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>log-softmax</source>
        <translation>Log-Softmax</translation>
    </message>
    <message>
        <source>negative log-likelihood</source>
        <translation>negative Log-Likelihood</translation>
    </message>
    <message>
        <source>head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>mlp activation</source>
        <translation>mlp-Aktivierung</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <source>initial gradient</source>
        <translation>erster Gradient</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>residual stream</source>
        <translation>Residualstrom</translation>
    </message>
    <message>
        <source>add</source>
        <translation>Addition</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>gathered weights</source>
        <translation>gesammelte Gewichte</translation>
    </message>
    <message>
        <source>square roots of second moments</source>
        <translation>Wurzeln der zweiten Momente</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>letzte Norm</translation>
    </message>
    <message>
        <source>token ids</source>
        <translation>Token-Nummern</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>compiled block</source>
        <translation>übersetzter Block</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>gradient scaler</source>
        <translation>Gradient-Scaler</translation>
    </message>
    <message>
        <source>state</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>contiguous copy</source>
        <translation>zusammenhängende Kopie</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>Layer Norm</translation>
    </message>
    <message>
        <source>gradient buckets</source>
        <translation>Gradienten-Eimer</translation>
    </message>
    <message>
        <source>estimated second moments</source>
        <translation>geschätzte zweite Momente</translation>
    </message>
    <message>
        <source>bucket</source>
        <translation>Eimer</translation>
    </message>
    <message>
        <source>grouped product</source>
        <translation>gruppiertes Produkt</translation>
    </message>
    <message>
        <source>attention mask</source>
        <translation>Attention-Maske</translation>
    </message>
    <message>
        <source>fused linear loss</source>
        <translation>verschmolzener Verlust</translation>
    </message>
    <message>
        <source>tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>norm 1</source>
        <translation>Norm 1</translation>
    </message>
    <message>
        <source>add a number</source>
        <translation>Zahl addieren</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>norm 2</source>
        <translation>Norm 2</translation>
    </message>
    <message>
        <source>all weights</source>
        <translation>alle Gewichte</translation>
    </message>
    <message>
        <source>position ids</source>
        <translation>Positionsnummern</translation>
    </message>
    <message>
        <source>router</source>
        <translation>Router</translation>
    </message>
    <message>
        <source>square roots of mean squares</source>
        <translation>Wurzeln mittlerer Quadrate</translation>
    </message>
    <message>
        <source>received activations</source>
        <translation>empfangene Aktivierungen</translation>
    </message>
    <message>
        <source>token type ids</source>
        <translation>Tokenart-Nummern</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>Zielwerte</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>embedding dropout</source>
        <translation>Einbettungs-Dropout</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>fused gate</source>
        <translation>verschmolzenes Gate</translation>
    </message>
    <message>
        <source>scaled gradients</source>
        <translation>skalierte Gradienten</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>Flash-Attention</translation>
    </message>
    <message>
        <source>received gradient</source>
        <translation>empfangener Gradient</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Indizierung</translation>
    </message>
    <message>
        <source>weights that stay whole</source>
        <translation>Gewichte, die ganz bleiben</translation>
    </message>
    <message>
        <source>denominator</source>
        <translation>Nenner</translation>
    </message>
    <message>
        <source>orthogonal update</source>
        <translation>orthogonale Änderung</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>query norm</source>
        <translation>Query-Norm</translation>
    </message>
    <message>
        <source>square roots of summed squares</source>
        <translation>Wurzeln summierter Quadrate</translation>
    </message>
    <message>
        <source>copied momentum</source>
        <translation>kopiertes Momentum</translation>
    </message>
    <message>
        <source>cut cross entropy</source>
        <translation>Cut Cross Entropy</translation>
    </message>
    <message>
        <source>8-bit linear</source>
        <translation>8-Bit-linear</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>split</source>
        <translation>Teilung</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS Norm</translation>
    </message>
    <message>
        <source>means of rows and columns</source>
        <translation>Mittel der Zeilen und Spalten</translation>
    </message>
    <message>
        <source>batched product</source>
        <translation>Produkt im Batch</translation>
    </message>
    <message>
        <source>embedding norm</source>
        <translation>Einbettungs-Norm</translation>
    </message>
    <message>
        <source>squared gradient</source>
        <translation>quadrierter Gradient</translation>
    </message>
    <message>
        <source>memory-efficient attention</source>
        <translation>speichersparende Attention</translation>
    </message>
    <message>
        <source>a gradient from the host</source>
        <translation>Gradient vom Host</translation>
    </message>
    <message>
        <source>square root of second moment</source>
        <translation>Wurzel des zweiten Moments</translation>
    </message>
    <message>
        <source>power</source>
        <translation>Potenz</translation>
    </message>
    <message>
        <source>head norm</source>
        <translation>Kopf-Norm</translation>
    </message>
    <message>
        <source>norm before attention</source>
        <translation>Norm vor der Attention</translation>
    </message>
    <message>
        <source>update with momentum</source>
        <translation>Änderung mit Momentum</translation>
    </message>
    <message>
        <source>Gram matrix</source>
        <translation>Gram-Matrix</translation>
    </message>
    <message>
        <source>fused RMS norm</source>
        <translation>verschmolzene RMS Norm</translation>
    </message>
    <message>
        <source>fp32 gradient</source>
        <translation>fp32-Gradient</translation>
    </message>
    <message>
        <source>fused experts</source>
        <translation>verschmolzene Experten</translation>
    </message>
    <message>
        <source>4-bit linear</source>
        <translation>4-Bit-linear</translation>
    </message>
    <message>
        <source>GPTQ linear</source>
        <translation>GPTQ-linear</translation>
    </message>
    <message>
        <source>estimated second moment</source>
        <translation>geschätztes zweites Moment</translation>
    </message>
    <message>
        <source>gradient in fp32</source>
        <translation>Gradient in fp32</translation>
    </message>
    <message>
        <source>parameter in fp32</source>
        <translation>Parameter in fp32</translation>
    </message>
    <message>
        <source>norm after attention</source>
        <translation>Norm nach der Attention</translation>
    </message>
    <message>
        <source>key norm</source>
        <translation>Key-Norm</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>Gradient</translation>
    </message>
    <message>
        <source>laid out as the parameter</source>
        <translation>angeordnet wie der Parameter</translation>
    </message>
    <message>
        <source>moments before they are packed</source>
        <translation>Momente vor dem Packen</translation>
    </message>
    <message>
        <source>relative attention bias</source>
        <translation>relativer Attention-Bias</translation>
    </message>
    <message>
        <source>fp32 gradients</source>
        <translation>fp32-Gradienten</translation>
    </message>
    <message>
        <source>square root of squared gradients</source>
        <translation>Wurzel quadrierter Gradienten</translation>
    </message>
    <message>
        <source>divide</source>
        <translation>Division</translation>
    </message>
    <message>
        <source>accumulate gradient</source>
        <translation>Gradient ansammeln</translation>
    </message>
    <message>
        <source>add to fp32 gradients</source>
        <translation>zu fp32-Gradienten addieren</translation>
    </message>
    <message>
        <source>norm before mlp</source>
        <translation>Norm vor dem mlp</translation>
    </message>
    <message>
        <source>sum over GPUs</source>
        <translation>Summe über GPUs</translation>
    </message>
    <message>
        <source>column norms</source>
        <translation>Spaltennormen</translation>
    </message>
    <message>
        <source>row norms</source>
        <translation>Zeilennormen</translation>
    </message>
    <message>
        <source>fused squared ReLU</source>
        <translation>verschmolzenes quadriertes ReLU</translation>
    </message>
    <message>
        <source>masked head</source>
        <translation>Maskenkopf</translation>
    </message>
    <message>
        <source>pad heads</source>
        <translation>Köpfe auffüllen</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>copied second moment</source>
        <translation>kopiertes zweites Moment</translation>
    </message>
    <message>
        <source>packed flash attention</source>
        <translation>gepackte Flash-Attention</translation>
    </message>
    <message>
        <source>gradients of zeros</source>
        <translation>Gradienten aus Nullen</translation>
    </message>
    <message>
        <source>gradient to the host</source>
        <translation>Gradient zum Host</translation>
    </message>
    <message>
        <source>first moment</source>
        <translation>erstes Moment</translation>
    </message>
    <message>
        <source>second moment</source>
        <translation>zweites Moment</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>Attention-Ausgabe</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>Tiers</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>What the scenario needs against what each card can hold.</source>
        <translation>Was das Szenario braucht, gegen das, was jede Karte fasst.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Live bytes through one training step, and who is alive at the peak.</source>
        <translation>Lebende Bytes durch einen Trainingsschritt, und wer am Höchststand lebt.</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What is needed at each stop of one lever, against the cards&apos; load lines.</source>
        <translation>Was an jeder Stufe eines Hebels nötig ist, gegen die Ladelinien der Karten.</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Which batches and sequence lengths fit one card.</source>
        <translation>Welche Batches und Sequenzlängen auf eine Karte passen.</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Scenarios side by side, and what has changed between the last two, term by term.</source>
        <translation>Szenarien nebeneinander, und was sich zwischen den letzten beiden geändert hat, Posten für Posten.</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Live, allocated, reserved and what nvidia-smi shows: what lies between them.</source>
        <translation>Lebend, belegt, reserviert und was nvidia-smi zeigt: was dazwischen liegt.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui</name>
    <message>
        <source>total</source>
        <translation>insgesamt</translation>
    </message>
    <message>
        <source>load line: usable</source>
        <translation>Ladelinie: nutzbar</translation>
    </message>
    <message>
        <source>No tiers are shown.</source>
        <translation>Es werden keine Karten gezeigt.</translation>
    </message>
    <message>
        <source>%1: %2, %3 of what is needed on %4</source>
        <translation>%1: %2, %3 des Bedarfs auf %4</translation>
    </message>
    <message>
        <source>OOM</source>
        <translation>OOM</translation>
    </message>
    <message>
        <source>fits up to %1 × %2</source>
        <translation>passt bis %1 × %2</translation>
    </message>
    <message>
        <source>It fails at %1 of %2.</source>
        <translation>Es scheitert an %1 mit %2.</translation>
    </message>
    <message>
        <source>%1
Needed: %2
Usable: %3</source>
        <translation>%1
Gebraucht: %2
Nutzbar: %3</translation>
    </message>
    <message>
        <source>
To be expected: %1 to %2</source>
        <translation>
Zu erwarten: %1 bis %2</translation>
    </message>
    <message>
        <source>
Pinned: %1</source>
        <translation>
Angeheftet: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::Actions</name>
    <message>
        <source>&amp;New worked example</source>
        <translation>&amp;Neues Rechenbeispiel</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Export chart…</source>
        <translation>&amp;Diagramm exportieren …</translation>
    </message>
    <message>
        <source>Export ta&amp;ble…</source>
        <translation>&amp;Tabelle exportieren …</translation>
    </message>
    <message>
        <source>Export repor&amp;t…</source>
        <translation>&amp;Bericht exportieren …</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>D&amp;rucken …</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>Copy &amp;chart</source>
        <translation>&amp;Diagramm kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;table</source>
        <translation>&amp;Tabelle kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste a scenario or a config</source>
        <translation>Szenario oder config.json &amp;einfügen</translation>
    </message>
    <message>
        <source>&amp;Find a lever</source>
        <translation>&amp;Hebel suchen</translation>
    </message>
    <message>
        <source>&amp;GB (10⁹ bytes)</source>
        <translation>&amp;GB (10⁹ Byte)</translation>
    </message>
    <message>
        <source>G&amp;iB (2³⁰ bytes)</source>
        <translation>G&amp;iB (2³⁰ Byte)</translation>
    </message>
    <message>
        <source>Follow the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Le&amp;vers</source>
        <translation>&amp;Hebel</translation>
    </message>
    <message>
        <source>Le&amp;dger</source>
        <translation>&amp;Aufstellung</translation>
    </message>
    <message>
        <source>&amp;Reset all levers</source>
        <translation>Alle Hebel &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Choose tiers</source>
        <translation>Karten &amp;wählen</translation>
    </message>
    <message>
        <source>&amp;Explain an out-of-memory message…</source>
        <translation>Eine &amp;OOM-Meldung erklären …</translation>
    </message>
    <message>
        <source>&amp;Advice</source>
        <translation>&amp;Rat</translation>
    </message>
    <message>
        <source>&amp;Pin for comparison</source>
        <translation>Zum Vergleich &amp;anheften</translation>
    </message>
    <message>
        <source>&amp;Unpin all</source>
        <translation>Alle &amp;lösen</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Plimsoll</source>
        <translation>&amp;Über Plimsoll</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Scenario</source>
        <translation>S&amp;zenario</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Layouts over several GPUs…</source>
        <translation>Auf&amp;teilungen über mehrere GPUs…</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::AdvicePanel</name>
    <message>
        <source>Changes that save memory</source>
        <translation>Änderungen, die Speicher sparen</translation>
    </message>
    <message>
        <source>Smallest device:</source>
        <translation>Kleinste Karte:</translation>
    </message>
    <message>
        <source>Goes there</source>
        <translation>Geht dorthin</translation>
    </message>
    <message>
        <source>Trying changes: %1 of %2</source>
        <translation>Änderungen werden probiert: %1 von %2</translation>
    </message>
    <message>
        <source>none of the catalog</source>
        <translation>keine des Katalogs</translation>
    </message>
    <message>
        <source>fits no tier</source>
        <translation>passt auf keine Karte</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>No single change makes it smaller.</source>
        <translation>Keine einzelne Änderung macht es kleiner.</translation>
    </message>
    <message>
        <source>On a card of</source>
        <translation>Auf einer Karte</translation>
    </message>
    <message>
        <source>Card that the largest and the fewest are sought for</source>
        <translation>Karte, für die das Größte und das Wenigste gesucht wird</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Apply %1</source>
        <translation>%1 anwenden</translation>
    </message>
    <message>
        <source>then fits %1</source>
        <translation>passt dann auf %1</translation>
    </message>
    <message>
        <source>in the scenario file: %1</source>
        <translation>in der Szenariodatei: %1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Changes that save memory: %1; pairs: %2.</source>
        <translation>Änderungen, die Speicher sparen: %1; Paare: %2.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::ChartView</name>
    <message>
        <source>Scroll the rows</source>
        <translation>Zeilen verschieben</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::ColumnsDrawing</name>
    <message>
        <source>total as it is now</source>
        <translation>insgesamt, wie es jetzt ist</translation>
    </message>
    <message>
        <source>beyond the largest tier: OOM</source>
        <translation>über die größte Karte hinaus: OOM</translation>
    </message>
    <message>
        <source>What is needed on the card, by %1.</source>
        <translation>Was auf der Karte nötig ist, nach %1.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, fits no tier shown</source>
        <translation>, passt auf keine gezeigte Karte</translation>
    </message>
    <message>
        <source>, fits %1</source>
        <translation>, passt auf %1</translation>
    </message>
    <message>
        <source>%1 %2%3</source>
        <translation>%1 %2%3</translation>
    </message>
    <message>
        <source> (as it is now)</source>
        <translation> (wie es jetzt ist)</translation>
    </message>
    <message>
        <source>needed: %1</source>
        <translation>nötig: %1</translation>
    </message>
    <message>
        <source>against now: %1</source>
        <translation>gegen jetzt: %1</translation>
    </message>
    <message>
        <source>smallest tier that fits: %1</source>
        <translation>kleinste Karte, die reicht: %1</translation>
    </message>
    <message>
        <source>fits no tier shown</source>
        <translation>passt auf keine gezeigte Karte</translation>
    </message>
    <message>
        <source>Click to go there.</source>
        <translation>Ein Klick geht dorthin.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::DevicePicker</name>
    <message>
        <source>My card, %1</source>
        <translation>Meine Karte, %1</translation>
    </message>
    <message>
        <source>given by you</source>
        <translation>von Ihnen angegeben</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Search cards</source>
        <translation>Karten suchen</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Nutzbar</translation>
    </message>
    <message>
        <source>Usable memory of my card</source>
        <translation>Nutzbarer Speicher meiner Karte</translation>
    </message>
    <message>
        <source>Add my card</source>
        <translation>Meine Karte hinzufügen</translation>
    </message>
    <message>
        <source>Default tiers</source>
        <translation>Übliche Karten</translation>
    </message>
    <message>
        <source>My card has</source>
        <translation>Meine Karte hat</translation>
    </message>
    <message>
        <source>My cards</source>
        <translation>Meine Karten</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::Docks</name>
    <message>
        <source>Tiers</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::ExportDialog</name>
    <message>
        <source>Wide, 16:9</source>
        <translation>Breit, 16:9</translation>
    </message>
    <message>
        <source>Document, 4:3</source>
        <translation>Dokument, 4:3</translation>
    </message>
    <message>
        <source>Half a page</source>
        <translation>Halbe Seite</translation>
    </message>
    <message>
        <source>Full HD slide</source>
        <translation>Folie in Full HD</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>Own size</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>&amp;Scale</source>
        <translation>&amp;Maßstab</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>&amp;Auflösung</translation>
    </message>
    <message>
        <source>&amp;Ground</source>
        <translation>&amp;Grund</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>Export the chart</source>
        <translation>Das Diagramm exportieren</translation>
    </message>
    <message>
        <source>PNG image (*.png)</source>
        <translation>PNG-Bild (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG-Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>G&amp;röße</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::Exports</name>
    <message>
        <source>Export the table</source>
        <translation>Die Tabelle exportieren</translation>
    </message>
    <message>
        <source>%1: the file&apos;s name should end in .csv, .md, .json or .txt.</source>
        <translation>%1: Der Name der Datei sollte auf .csv, .md, .json oder .txt enden.</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>Den Bericht exportieren</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::FiguresDrawing</name>
    <message>
        <source>live tensors</source>
        <translation>lebende Tensoren</translation>
    </message>
    <message>
        <source>the ledger&apos;s sum at the peak moment</source>
        <translation>die Summe der Aufstellung im Augenblick des Höchststands</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>blocks are rounded up to 512 bytes, and a rest too small to be split off stays with its block</source>
        <translation>Blöcke werden auf 512 Bytes aufgerundet, und ein Rest, der zum Abtrennen zu klein ist, bleibt bei seinem Block</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>reserviert</translation>
    </message>
    <message>
        <source>freed blocks that PyTorch keeps for later, and gaps that nothing fits into</source>
        <translation>freigegebene Blöcke, die PyTorch für später behält, und Lücken, in die nichts passt</translation>
    </message>
    <message>
        <source>on the card</source>
        <translation>auf der Karte</translation>
    </message>
    <message>
        <source>the CUDA context with its kernels, communicators, and whoever else uses the card</source>
        <translation>der CUDA-Kontext mit seinen Kerneln, Kommunikatoren, und wer sonst die Karte nutzt</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>, %1 more: %2</source>
        <translation>, %1 mehr: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::Filing</name>
    <message>
        <source>Scenarios, models&apos; config.json and checkpoints (*.json *.safetensors)</source>
        <translation>Szenarien, config.json von Modellen und Checkpoints (*.json *.safetensors)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>unnamed scenario</source>
        <translation>unbenanntes Szenario</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>Ein Szenario öffnen</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>Das Szenario speichern</translation>
    </message>
    <message>
        <source>Save the scenario as</source>
        <translation>Das Szenario speichern unter</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>Nicht gespeichert: %1</translation>
    </message>
    <message>
        <source>bring unsaved work back</source>
        <translation>Ungesichertes zurückholen</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::Incoming</name>
    <message>
        <source>What was copied is no text; a scenario, a config.json or a file of either can be pasted.</source>
        <translation>Was kopiert wurde, ist kein Text; einfügen lassen sich ein Szenario, eine config.json oder eine Datei davon.</translation>
    </message>
    <message>
        <source>pasted text</source>
        <translation>eingefügter Text</translation>
    </message>
    <message>
        <source>paste a scenario</source>
        <translation>ein Szenario einfügen</translation>
    </message>
    <message>
        <source>take %1</source>
        <translation>%1 nehmen</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::LedgerModel</name>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>What has come to the peak since the baseline was pinned; the rows add up to the total.</source>
        <translation>Was seit dem Anheften zum Höchststand dazukam; die Zeilen ergeben zusammen die Summe.</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>In full</source>
        <translation>Im Ganzen</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>Am Höchststand</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>How it comes about</source>
        <translation>Wie es zustande kommt</translation>
    </message>
    <message>
        <source>Numbers put in</source>
        <translation>Mit den Zahlen</translation>
    </message>
    <message>
        <source>Lever</source>
        <translation>Hebel</translation>
    </message>
    <message>
        <source>Its cost</source>
        <translation>Was er kostet</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>What the bytes are spent on.</source>
        <translation>Wofür die Bytes weggehen.</translation>
    </message>
    <message>
        <source>The item&apos;s own highest point in the step.</source>
        <translation>Der höchste Stand des Postens im Schritt.</translation>
    </message>
    <message>
        <source>What of it is alive at the peak moment.</source>
        <translation>Was davon im Augenblick des Höchststands lebt.</translation>
    </message>
    <message>
        <source>Of all that is needed on the card.</source>
        <translation>Von allem, was auf der Karte nötig ist.</translation>
    </message>
    <message>
        <source>The rule in words.</source>
        <translation>Die Regel in Worten.</translation>
    </message>
    <message>
        <source>The same rule with this scenario&apos;s numbers.</source>
        <translation>Dieselbe Regel mit den Zahlen dieses Szenarios.</translation>
    </message>
    <message>
        <source>The choice that moves it.</source>
        <translation>Die Wahl, die ihn bewegt.</translation>
    </message>
    <message>
        <source>What moving it costs.</source>
        <translation>Was das Bewegen kostet.</translation>
    </message>
    <message>
        <source>Where the rule comes from.</source>
        <translation>Woher die Regel kommt.</translation>
    </message>
    <message>
        <source>Against pinned</source>
        <translation>Gegen Angeheftetes</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::LedgerTable</name>
    <message>
        <source>Ledger</source>
        <translation>Aufstellung</translation>
    </message>
    <message>
        <source>The numbers of the chart, one line item a row.</source>
        <translation>Die Zahlen des Diagramms, ein Posten je Zeile.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::LeverPanel</name>
    <message>
        <source>Search levers (Ctrl+K)</source>
        <translation>Hebel suchen (Strg+K)</translation>
    </message>
    <message>
        <source>Search levers</source>
        <translation>Hebel suchen</translation>
    </message>
    <message>
        <source>take %1</source>
        <translation>%1 nehmen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Expected %1.</source>
        <translation>Erwartet: %1.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::LeverRow</name>
    <message>
        <source>%1, exact value</source>
        <translation>%1, genauer Wert</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück auf %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::MainWindow</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>choose in %1</source>
        <translation>in %1 wählen</translation>
    </message>
    <message>
        <source>%1. Verdict, chart and ledger still show the last scenario that could be estimated.</source>
        <translation>%1. Urteil, Diagramm und Aufstellung zeigen noch das letzte Szenario, das sich berechnen ließ.</translation>
    </message>
    <message>
        <source>%1[*] – Plimsoll</source>
        <translation>%1[*] – Plimsoll</translation>
    </message>
    <message>
        <source>reset all levers</source>
        <translation>alle Hebel zurücksetzen</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::MapDrawing</name>
    <message>
        <source>No tiers are shown.</source>
        <translation>Es werden keine Karten gezeigt.</translation>
    </message>
    <message>
        <source>Batch by sequence length on %1.</source>
        <translation>Batch nach Sequenzlänge auf %1.</translation>
    </message>
    <message>
        <source>Sequences of %1: batches up to %2 fit.</source>
        <translation>Sequenzen von %1: Batches bis %2 passen.</translation>
    </message>
    <message>
        <source>Sequences of %1: no batch fits.</source>
        <translation>Sequenzen von %1: kein Batch passt.</translation>
    </message>
    <message>
        <source>batch %1 × %2 tokens</source>
        <translation>Batch %1 × %2 Tokens</translation>
    </message>
    <message>
        <source>needed: %1</source>
        <translation>nötig: %1</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>sequence length, on %1 (%2 usable)</source>
        <translation>Sequenzlänge, auf %1 (%2 nutzbar)</translation>
    </message>
    <message>
        <source>more than can be counted</source>
        <translation>mehr, als sich zählen lässt</translation>
    </message>
    <message>
        <source>fails at %1: %2</source>
        <translation>scheitert an %1: %2</translation>
    </message>
    <message>
        <source>Click to go there.</source>
        <translation>Klicken, um dorthin zu gehen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::MessageStrip</name>
    <message>
        <source>Dismiss the message</source>
        <translation>Die Meldung schließen</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::ModelField</name>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1, %2 Parameter</translation>
    </message>
    <message>
        <source>A published model, by any part of its name; or drop a config.json or a checkpoint.</source>
        <translation>Ein veröffentlichtes Modell, nach irgendeinem Teil seines Namens; oder eine config.json oder einen Checkpoint hierherziehen.</translation>
    </message>
    <message>
        <source>Mode&amp;l</source>
        <translation>Mode&amp;ll</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>List all models</source>
        <translation>Alle Modelle zeigen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>No model of that name here; nearest: %1.</source>
        <translation>Kein Modell dieses Namens; ähnlich sind: %1.</translation>
    </message>
    <message>
        <source>%1 models have that in their name; choose one of the list.</source>
        <translation>%1 Modelle haben das im Namen; bitte eines der Liste wählen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::OomDialog</name>
    <message>
        <source>Which tensor is this?</source>
        <translation>Welcher Tensor ist das?</translation>
    </message>
    <message>
        <source>&amp;Out-of-memory message of PyTorch</source>
        <translation>&amp;OOM-Meldung von PyTorch</translation>
    </message>
    <message>
        <source>Out-of-memory message</source>
        <translation>OOM-Meldung</translation>
    </message>
    <message>
        <source>CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total capacity of …</source>
        <translation>CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total capacity of …</translation>
    </message>
    <message>
        <source>Tensors of that si&amp;ze in this scenario&apos;s step</source>
        <translation>Tensoren dieser &amp;Größe im Schritt dieses Szenarios</translation>
    </message>
    <message>
        <source>Tensors of that size</source>
        <translation>Tensoren dieser Größe</translation>
    </message>
    <message>
        <source>Expected %1.</source>
        <translation>Erwartet: %1.</translation>
    </message>
    <message>
        <source>Paste the message above. Here stands which tensors of this step have the size that did not fit, and in which phase they are made.</source>
        <translation>Fügen Sie die Meldung oben ein. Hier steht dann, welche Tensoren dieses Schritts so groß sind wie das, was nicht passte, und in welcher Phase sie entstehen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::Pins</name>
    <message>
        <source>pin %1</source>
        <translation>angeheftet %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::PlanDialog</name>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Sequences of a step</source>
        <translation>Sequenzen eines Schritts</translation>
    </message>
    <message>
        <source>Layouts over several GPUs</source>
        <translation>Aufteilungen über mehrere GPUs</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Ways to split layers, stages and data, with micro-batches and checkpointing, that fit each GPU. Fastest first.</source>
        <translation>Wege, Schichten, Stufen und Daten aufzuteilen, mit Mikrobatches und Checkpointing, die auf jede GPU passen. Die schnellsten zuerst.</translation>
    </message>
    <message>
        <source>Layouts that fit</source>
        <translation>Aufteilungen, die passen</translation>
    </message>
    <message>
        <source>&amp;GPUs</source>
        <translation>&amp;GPUs</translation>
    </message>
    <message>
        <source>&amp;Each</source>
        <translation>&amp;Je</translation>
    </message>
    <message>
        <source>Sequences of a s&amp;tep</source>
        <translation>Sequenzen eines Schri&amp;tts</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>choose a layout</source>
        <translation>Aufteilung wählen</translation>
    </message>
    <message>
        <source>&amp;Use this layout</source>
        <translation>Aufteilung &amp;übernehmen</translation>
    </message>
    <message>
        <source>Sets the levers to the layout that is selected in the table. A double click does the same.</source>
        <translation>Stellt die Hebel auf die Aufteilung, die in der Tabelle gewählt ist. Ein Doppelklick tut dasselbe.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::QuantityField</name>
    <message>
        <source>“%1” is not %2.</source>
        <translation>„%1“ ist nicht %2.</translation>
    </message>
    <message>
        <source>Must lie between %1 and %2.</source>
        <translation>Muss zwischen %1 und %2 liegen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::RecentMenu</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::RecoveryStrip</name>
    <message>
        <source>B&amp;ring it back</source>
        <translation>Zu&amp;rückholen</translation>
    </message>
    <message>
        <source>D&amp;iscard it</source>
        <translation>Ver&amp;werfen</translation>
    </message>
    <message>
        <source>Unsaved changes to %1 of %2 are still there; the window ended without closing.</source>
        <translation>Nicht gespeicherte Änderungen an %1 vom %2 sind noch da; das Fenster endete, ohne geschlossen zu werden.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::ScenariosDrawing</name>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>nothing is pinned yet: Scenario → Pin</source>
        <translation>noch ist nichts angeheftet: Szenario → Anheften</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Against %1: %2.</source>
        <translation>Gegen %1: %2.</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>What has changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>In which line items</source>
        <translation>In welchen Posten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1
%2, from %3 to %4</source>
        <translation>%1
%2, von %3 auf %4</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::Session</name>
    <message>
        <source>choose tiers</source>
        <translation>Karten wählen</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::StepDrawing</name>
    <message>
        <source>at the peak</source>
        <translation>am Höchststand</translation>
    </message>
    <message>
        <source>Live bytes through one training step.</source>
        <translation>Lebende Bytes durch einen Trainingsschritt.</translation>
    </message>
    <message>
        <source>%1: at most %2.</source>
        <translation>%1: höchstens %2.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>live: %1</source>
        <translation>am Leben: %1</translation>
    </message>
    <message>
        <source>reserved by PyTorch: %1</source>
        <translation>von PyTorch reserviert: %1</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>Höchststand %1</translation>
    </message>
    <message>
        <source>reserved: %1</source>
        <translation>reserviert: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::SweepDrawing</name>
    <message>
        <source>%1 there: %2</source>
        <translation>%1 dort: %2</translation>
    </message>
    <message>
        <source>%1 at %2: %3.</source>
        <translation>%1 bei %2: %3.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::TiersDrawing</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::ui::ViewTabs</name>
    <message>
        <source>Lever of the sweep</source>
        <translation>Hebel des Verlaufs</translation>
    </message>
    <message>
        <source>Card of the map</source>
        <translation>Karte des Rasters</translation>
    </message>
    <message>
        <source>Along</source>
        <translation>Entlang</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>the smallest that fits</source>
        <translation>die kleinste, die reicht</translation>
    </message>
</context>
</TS>
