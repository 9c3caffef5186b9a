// Standard input: {"grammars": {id: grammar}, "texts": [[id, text]]}. Standard output: for each text the scope of every
// character, by lines; "" for none.
const fs = require("fs");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const { OnigScanner, OnigString, loadWASM } = require("vscode-oniguruma");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
const registry = new Registry({
  onigLib: loadWASM(wasm).then(() => ({
    createOnigScanner: (patterns) => new OnigScanner(patterns),
    createOnigString: (text) => new OnigString(text),
  })),
  loadGrammar: async (scope) => parseRawGrammar(JSON.stringify(given.grammars[scope.slice("source.".length)]), "x.json"),
});

(async () => {
  const found = [];
  for (const [id, text] of given.texts) {
    const grammar = await registry.loadGrammar(`source.${id}`);
    let state = INITIAL;
    found.push(text.split("\n").map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      const names = [...line].map(() => "");
      for (const { startIndex, endIndex, scopes } of tokens)
        names.fill(scopes.length > 1 ? scopes.at(-1).replace(`.${id}`, "") : "", startIndex, endIndex);
      return names;
    }));
  }
  console.log(JSON.stringify(found));
})();
