# SPDX-License-Identifier: MIT
"""The PyTorch side of a training comparison: one process on one core for one model, which answers JSON
lines. It sleeps in a read while the other side runs.

    {"do": "facts"}                       versions, threads, BLAS library, peak memory so far
    {"do": "load", "size": {...}, "text": PATH, "initial": PATH}
    {"do": "losses", "steps": 5}          losses of the first steps
    {"do": "first_step", "moments": PATH} gradients of the first step, compared with attnlab's
    {"do": "time", "steps": 20}           seconds and tokens, after one untimed step
"""
import os
import sys
import time

import peer


def resident_peak():
    with open("/proc/self/status", encoding="utf-8") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


class Trainer:
    def __init__(self):
        self.step = 0
        self.model = self.optimizer = self.batches = self.size = self.initial = None

    def facts(self, _):
        return {"torch": torch.__version__, "threads": torch.get_num_threads(),
                "vectors": peer.capability(), "blas": peer.mapped_blas(),
                "attention": "fused attention" if decoder.FUSED else "attention not fused",
                "blas_core": peer.open_blas_core(), "peak": resident_peak()}

    def load(self, request):
        self.size = size = request["size"]
        with open(request["text"], encoding="utf-8", newline="") as file:
            ids, vocabulary = decoder.token_ids(file.read(), size["tokenizer"], size["vocabulary"])
        self.batches = decoder.Batches(ids, size["batch"], size["n"])
        self.model = decoder.Decoder(size["layers"], size["heads"], size["d"], size["n"],
                                     vocabulary)
        self.initial = request["initial"]
        self.begin()
        return {"vocabulary": vocabulary,
                "parameters": sum(p.numel() for p in self.model.parameters())}

    def begin(self):
        state = decoder.from_attnlab(decoder.read_safetensors(self.initial), self.size["layers"])
        state["lm_head.weight"] = state["wte.weight"]
        mask = {name: b for name, b in self.model.named_buffers()}
        self.model.load_state_dict(state | mask)
        self.optimizer = decoder.optimizer(self.model, self.size["lr"])
        self.step = 0

    def train_step(self):
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.model(*self.batches.at(self.step))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        return loss

    def losses(self, request):
        self.begin()
        return {"losses": [self.train_step().item() for _ in range(request["steps"])]}

    def first_step(self, request):
        """Returns the largest difference of a tensor's first moment (0.1 times its clipped gradient),
        divided by the largest entry of that tensor."""
        self.begin()
        self.train_step()
        moments = decoder.read_safetensors(request["moments"])
        wanted = decoder.from_attnlab(moments, self.size["layers"], "adam.m.")
        worst = ("", 0.0)
        for name, parameter in self.model.named_parameters():
            found = self.optimizer.state[parameter]["exp_avg"]
            error = ((found - wanted[name]).abs().max() / found.abs().max()).item()
            worst = max(worst, (name, error), key=lambda w: w[1])
        return {"name": worst[0], "error": worst[1]}

    def time(self, request):
        self.train_step()
        start = time.perf_counter()
        for _ in range(request["steps"]):
            self.train_step()
        seconds = time.perf_counter() - start
        tokens = request["steps"] * self.size["batch"] * self.size["n"]
        return {"tokens": tokens, "seconds": seconds, "peak": resident_peak()}


if __name__ == "__main__":
    os.sched_setaffinity(0, {int(sys.argv[1])})
    import torch

    import decoder
    torch.set_num_threads(1)
    peer.serve(Trainer())
