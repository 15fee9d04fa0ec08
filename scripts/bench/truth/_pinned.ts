/**
 * The packages whose call graphs are compared: real sources, of different authors and styles, and none of those that trackers of this kind
 * are usually judged on.
 */
import type { Source } from "../_pinned.ts";

export interface Truthful {
  name: string;
  truth: "tsc" | "scip-typescript" | "scip-python";
  source: Source;
  /** Folder inside the package that is the tree. */
  root?: string;
}

const PYTHON = "usr/lib/python3/dist-packages";
const python = (name: string, version: string, hash: string, folder: string = name): Truthful => ({
  name: folder,
  truth: "scip-python",
  source: { from: "deb", name: `python3-${name}`, version, hash, keep: [`${folder}/**/*.py`] },
  root: PYTHON,
});
const npm = (name: string, truth: Truthful["truth"], version: string, hash: string, keep: string[], known: string = name): Truthful => ({
  name: known,
  truth,
  source: { from: "npm", name, version, hash, keep },
});

export const PACKAGES: readonly Truthful[] = [
  npm("rxjs", "tsc", "7.8.2", "sha512-dhKf903U/PQZY6boNNtAGdWbG85WAbjT/1xYoZIC7FAY0yWapOBQVsVrDl58W86//e1VpMNBtRV4MaXfdMySFA==", [
    "src/**/*.ts",
    "package.json",
  ]),
  npm("mobx", "tsc", "7.1.3", "sha512-H2NcS5ylMsqYn7v4WpSdzv5YWPmw5XTV6pG2NvY0qYbh95FXbswZJ7pn7wU0rOtUvRzk+3t4AOX2eircoN+vBg==", [
    "src/**/*.ts",
    "package.json",
  ]),
  npm(
    "@tanstack/query-core",
    "tsc",
    "5.108.0",
    "sha512-X9zJUtEV/0D2q9pmGS/Bza8S4bNovSBhZOtdhtu0fzsHwizC6C+Eh/q5CX3MQBchsRMrirWVQmv7Fp4OStzV9g==",
    ["src/**/*.ts", "package.json"],
    "query-core",
  ),
  npm(
    "immer",
    "scip-typescript",
    "11.2.10",
    "sha512-pzANBj+0A9u+prdhBJ14DVi44vCvVUQzBa8DKt6I0AMCokPHtt722BK9IX5bFC70xUSU9TnzLRIJLTGqIzjEFw==",
    ["src/**/*.ts", "package.json"],
  ),
  npm("undici", "tsc", "8.12.4", "sha512-8Mx+uNKKER2bA4AdtedkqRbwUCIJFr2nJckXRe5yrDqzePqwLP7VNcctN8/XdmDSbF7mS+jJKIszlL+vbam1VA==", [
    "lib/**/*.js",
    "index.js",
    "package.json",
  ]),
  npm("fastify", "tsc", "5.12.8", "sha512-moP8exb2sCHLUbJkwp+I6C0padhy4D8lp0SdmzY7HhSdZuqm7O/u3o2aq7u8okaQ//33QDzj3G/u+FsSdB8Qzw==", [
    "lib/**/*.js",
    "fastify.js",
    "package.json",
  ]),
  python("werkzeug", "2.2.2-3+deb12u1", "283e2d849e93531581948b0c49ebdd3831c0a5fc22edb7bc08efd3c38ae055b8"),
  python("jinja2", "3.1.2-1+deb12u3", "914e3a26742b488bca661dd12dc06198262c3a99b68f2f20ef7310aecdf82cae"),
  python("urllib3", "1.26.12-1+deb12u4", "9dd6fef10317e437f2195cb5ea8b38d8e39e02106c5fda7b16d58b4bb9a85886"),
  python("rich", "13.3.1-1", "4922761342dd42eb989dcc148e7a251401caf0266796f9fb0907be262d4a4083"),
  python("starlette", "0.26.1-1+deb12u2", "89a7072f01286b895f8c6f0c13f8d12bbf95b51660a7a509a126478f8d7bc75e"),
  python("httpcore", "0.16.3-1", "0a07fd432bceac293e5f9787d6b6164ed003438d1887b69936db6efa29be5880"),
  python("marshmallow", "3.18.0-1", "b7262199c9480f36e161611a37ceb39059be4bf11264f27f42d9d6440f672388"),
];
