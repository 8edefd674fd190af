// The tested module: that of the package, or the file in SANDERLING_WASM.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const named = process.env.SANDERLING_WASM;
export const isPackaged = named === undefined;
export const file = isPackaged ? fileURLToPath(new URL("../sanderling.wasm", import.meta.url)) : resolve(named);
