#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes tests/fuzz/seeds: small valid inputs for each reader, with our own words. Run from the
project's root after a build. Files of runs come from a run of the fake worker, scores from a small training.
"""
import gzip, io, os, pathlib, re, shutil, struct, subprocess, sys, tarfile, tempfile, zlib

SEEDS = pathlib.Path("tests/fuzz/seeds")


def put(reader, name, content):
    folder = SEEDS / reader
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def folder(name, files):
    """An input that is a data set's folder; see readers.h."""
    out = name.encode() + b"\n"
    for path, content in files.items():
        content = content if isinstance(content, bytes) else content.encode()
        out += b"@ %d %s\n" % (len(content), path.encode()) + content + b"\n"
    return out


def png(width=4, height=4):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes(range(x, x + width)) for x in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def tar(files, packed):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz" if packed else "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


def idx(magic, sizes, content):
    return struct.pack(">I", magic) + b"".join(struct.pack(">I", n) for n in sizes) + content


def data():
    questions = "NUM:dist How far is it ?\nLOC:city Where is it ?\n"
    put("data", "trec", folder("trec", {"trec/TREC.train": questions * 5, "trec/TREC.test": questions}))
    put("data", "text", folder("text:%/a.txt", {"a.txt": "To be, or not to be: that is the question.\n" * 8}))
    put("data", "text-gz", folder("text:%/a.txt", {"a.txt.gz": gzip.compress(b"abc def\n" * 40, mtime=0)}))
    put("data", "texts", folder("texts:%/t", {f"t/n{i}.txt": f"novel {i}\n\n" * 9 for i in range(10)}))
    put("data", "labelled", folder("labelled:%/l", {"l/train.tsv": "a\tgood film\nb\tbad film\n" * 4,
                                                    "l/valid.tsv": "a\tgood\nb\tbad\n", "l/test.tsv": "a\tgood\n"}))
    story = "1 Mary went to the garden.\n2 John ran home.\n3 Where is Mary?\tgarden\t1\n"
    put("data", "babi", folder("babi:1", {f"babi/en/qa1_single-supporting-fact_{part}.txt": story * times
                                          for part, times in (("train", 10), ("test", 2))}))
    put("data", "cola", folder("cola", {f"cola/raw/{n}.tsv": "gj04\t1\t\tThe book fell.\ngj04\t0\t*\tBook the fell.\n"
                                        for n in ("in_domain_train", "in_domain_dev", "out_of_domain_dev")}))
    news = '"3","A title","Words, and ""more"" words"\n"1","B","C"\n'
    put("data", "ag_news", folder("ag_news", {"ag_news/classes.txt": "World\nSports\nBusiness\nSci/Tech\n", "ag_news/train.csv": news * 5, "ag_news/test.csv": news}))
    answers = ('{"version":"1.1","data":[{"title":"A","paragraphs":[{"context":"The sky is blue.","qas":[{"id":"1",'
               '"question":"What is blue?","answers":[{"answer_start":4,"text":"sky"}]}]}]}]}')
    put("data", "squad", folder("squad", {"squad/train-v1.1.json": answers, "squad/dev-v1.1.json": answers}))
    images = {}
    for name, count in (("train", 20), ("t10k", 4)):
        images[f"mnist/{name}-images-idx3-ubyte"] = idx(2051, (count, 2, 2), bytes(range(4)) * count)
        images[f"mnist/{name}-labels-idx1-ubyte"] = idx(2049, (count,), bytes(i % 10 for i in range(count)))
    put("data", "mnist", folder("mnist", images))
    pictures = {f"p/{split}/{kind}/{i}.png": png() for split in ("train", "test") for kind in "ab" for i in range(3)}
    put("data", "image-folder", folder("image_folder:%/p", pictures))
    for packed in (False, True):
        name = "p.tar.gz" if packed else "p.tar"
        put("data", f"image-{name}", folder(f"image_folder:%/{name}", {name: tar(pictures, packed)}))


def texts():
    put("specification", "arms", "question: which?\nfixed: {n: 16}\nfactors: {score: [dot, neural], n: 8-64*2}\n")
    put("specification", "grid", """question: does it?
title: A title
source: arXiv 1706.03762
grids:
  - factors: {n: [8, 16]}
    arms: {plain: , other: {score: neural, d_prime: 8}}
    derive: {d_prime: floor(n / 2) + 1}
    rules: [{exclude: n == 16 and score == dot, because: it is so}]
  - {zip: [{n: [8, 16], score: [gat, dot]}]}
tiers: {smoke: {factors: {n: [8]}}, quick: none}
figures: [{kind: dots}]
""")
    put("specification", "trains", """question: does it learn?
kind: quality
baseline: plain
metric: loss
margin: 0.01
factors: {heads: [2, 4, 8], seed: 1-8}
tune: {axis: heads, seeds: [101, 102, 103]}
arms: {plain: {label: "the plain one"}, neural: {score: neural}}
""")
    for i, formula in enumerate(("a + b * -c", "min(n, 3) >= 2 and not (x in [a, b, 'c d'])", "floor(2.5e3 % 7) / sqrt(y)",
                                 "q == materialised or 1 < 2")):
        put("formula", str(i), formula)
    put("cell", "0", "kind=quality,score=neural,data=text:a%20b,n=16,lr=1e-3,schedule=wsd,steps=30")
    put("cell", "1", "score=dot,mask=causal,n=128")


QUESTIONS = {"trained": """question: does it learn?
title: Does it learn?
kind: quality
metric: loss
margin: 0.01
baseline: dot
simple_baselines: none
factors: {seed: 1-2}
arms: {dot: {score: dot}, neural: {label: "neural, one", score: neural}}
claims: [{arm: neural, expects: better, published: it is better, source: arXiv 1706.03762}]
figures: [{kind: dots}]
""", "timed": """question: what does it cost?
rounds: 2
baseline: dot
fixed: {n: 16}
arms: {dot: {score: dot}, neural: {score: neural}}
figures: [{kind: ratio}]
"""}
SCORED = {"scored": """question: are scores kept?
kind: quality
simple_baselines: none
fixed: {data: "stories:1,train=40,valid=8,test=8", task: classes, tokenizer: words, steps: 2, d_model: 4, heads: 1,
        layers: 1, ffn: 4, n: 64}
factors: {seed: [1]}
"""}
MACHINE = ("host", "boot", "cpu_model", "core_type", "kernel", "system")
RUN_FILES = {"description": "describe.json", "plan": "plan.json", "manifest": "manifest.json", "journal": "journal.jsonl",
             "table": "cells.csv"}


def attnlab_run(folder, questions, **environment):
    for name, text in questions.items(): (folder / f"{name}.yaml").write_text(text)
    subprocess.run([os.path.abspath("attnlab"), "run", *(f"{n}.yaml" for n in questions), "-q", "-o", next(iter(questions))],
                   env={**os.environ, "ATTNLAB_PEAKS": "no", **environment}, cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def runs():
    work = pathlib.Path(tempfile.mkdtemp())
    attnlab_run(work, QUESTIONS, ATTNLAB_FAKE_LOSSES="yes", ATTNLAB_WORKER=os.path.abspath("tests/cli/fake-worker"))
    for reader, name in RUN_FILES.items():
        content = (work / "trained" / name).read_text()
        for own in MACHINE: content = re.sub(rf'"{own}": ?("[^"]*"|[0-9]+)', f'"{own}":"some"', content)
        put(reader, "run", content)
    put("journal", "torn", (SEEDS / "journal/run").read_bytes()[:-50])
    put("table", "quotes", 'a,"b ""c""",d\n1,"x\ny",\n')
    attnlab_run(work, SCORED)
    for path in sorted((work / "scored/scores").glob("*"))[:1]:
        put("scores", "two-splits", path.read_bytes())
    header = b'{"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"__metadata__":{"step":"3","format":"pt"}}'
    put("tensors", "plain", struct.pack("<Q", len(header)) + header + struct.pack("<4f", 1, 2, 3, 4))
    shutil.rmtree(work)


if __name__ == "__main__":
    shutil.rmtree(SEEDS, ignore_errors=True)
    texts(), data(), runs()
    sys.exit(0)
