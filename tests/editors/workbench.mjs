// Standard input: {"tokenizer": path, "grammars": [...], "texts": [[id, text]]}. Standard output: for each text the kind
// of every character as the workbench's page finds it, by lines; "" for none.
import fs from "node:fs";

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const { Tokenizer } = await import(given.tokenizer);
const found = given.texts.map(([id, text]) => {
  const tokenizer = new Tokenizer(given.grammars.find((each) => each.id === id));
  const open = [];
  return text.split("\n").map((line) => {
    const names = [...line].map(() => "");
    let end = 0;
    for (const { from, to, kind } of tokenizer.line(line, open)) {
      if (from < end) throw new Error(`pieces overlap: ${line}`);
      names.fill(kind, from, (end = to));
    }
    return names;
  });
});
console.log(JSON.stringify(found));
