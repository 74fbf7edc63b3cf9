const PATH = /^ {2}(\/.*):$/;
const METHOD = /^ {4}(get|put|post|delete):$/;
const FIELD = /^ {6}(tags|operationId|summary): (.*)$/;

/**
 * The operations `{method, path, tag, id, summary}` of openapi.yaml, in its order. It is no parser of YAML: that document
 * is written by hand, two spaces for each level, and a test holds this page to all of it.
 */
export function operationsOf(yaml) {
  const operations = [];
  let path = null;
  for (const line of yaml.split("\n")) {
    if (/^\S/.test(line)) {
      path = null;
    }
    path = PATH.exec(line)?.[1] ?? path;
    const method = path && METHOD.exec(line)?.[1];
    if (method) {
      operations.push({ method, path, tag: "", id: "", summary: "" });
    }
    const [, name, value] = (path && FIELD.exec(line)) || [];
    if (name) {
      const operation = operations.at(-1);
      operation[{ tags: "tag", operationId: "id", summary: "summary" }[name]] = value.replace(/^\[|\]$/g, "");
    }
  }
  return operations;
}
