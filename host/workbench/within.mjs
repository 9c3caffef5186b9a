// Runs a Python program in Pyodide under Node: node within.mjs PYODIDE PROGRAM ARCHIVE... OUTPUT
// The archives are unpacked where Python looks for packages; the program's `main()` returns the bytes of the output.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, program, ...names] = process.argv.slice(2);
const output = names.pop();
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const pyodide = await loadPyodide({ env: { HOME: "/home/user", PYTHONDONTWRITEBYTECODE: "1" } });
  const extractDir = pyodide.runPython("import importlib, site; site.getsitepackages()[0]");
  for (const name of names) pyodide.unpackArchive(new Uint8Array(fs.readFileSync(name)), "gztar", { extractDir });
  pyodide.runPython("importlib.invalidate_caches()");
  const globals = pyodide.toPy({ __name__: "within" });
  pyodide.runPython(fs.readFileSync(program, "utf8"), { globals });
  fs.writeFileSync(output, globals.get("main")().toJs());
  process.exit(0); // Pyodide would wait for more
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
