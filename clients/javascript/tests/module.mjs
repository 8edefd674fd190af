// The module that is tested: that of the package, or the file that SANDERLING_WASM names.

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const named = process.env.SANDERLING_WASM;
export const isPackaged = named === undefined;
export const file = isPackaged ? fileURLToPath(new URL("../sanderling.wasm", import.meta.url)) : resolve(named);
