import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "out", "node_modules"] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ["src/**/*.ts"],
    ignores: ["src/extension.ts", "src/lenses.ts", "src/panel.ts", "src/ranges.ts"],
    rules: {
      // What is tested without VS Code does not know it.
      "no-restricted-imports": ["error", { paths: [{ name: "vscode", message: "this module is tested without VS Code" }] }],
    },
  },
);
