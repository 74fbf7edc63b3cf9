import { operationsOf } from "./docs-outline.js";

// The reference that one can try requests in is large: it is loaded when somebody wants it.
const SWAGGER = "/assets/swagger-ui/";
const dark = matchMedia("(prefers-color-scheme: dark)");
let loading = null;

const colour = () => document.documentElement.classList.toggle("dark-mode", dark.matches);

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function loaded(tag, properties) {
  return new Promise((resolve, reject) => {
    document.head.append(element(tag, { ...properties, onload: resolve, onerror: reject }));
  });
}

/** Shows the reference, at what the address names. */
async function showReference() {
  loading ??= Promise.all([
    loaded("link", { rel: "stylesheet", href: `${SWAGGER}swagger-ui.css` }),
    loaded("script", { src: `${SWAGGER}swagger-ui-bundle.js` }),
  ]);
  document.getElementById("browse").disabled = true;
  try {
    await loading;
  } catch {
    loading = null;
    document.getElementById("browse").disabled = false;
    const failed = document.getElementById("failed");
    failed.textContent = "The reference cannot be loaded at present. All of it is in openapi.yaml.";
    failed.hidden = false;
    return;
  }
  document.getElementById("operations").hidden = true;
  document.getElementById("browse").parentElement.hidden = true;
  document.getElementById("failed").hidden = true;
  window.SwaggerUIBundle({
    url: "/openapi.yaml",
    dom_id: "#reference",
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    // Never send the document to a validator on the Internet.
    validatorUrl: null,
  });
}

function showOperations(text) {
  const byTag = grouped(operationsOf(text));
  const sections = [...byTag].map(([tag, operations]) =>
    element(
      "section",
      {},
      element("h2", { textContent: tag }),
      element(
        "ul",
        {},
        ...operations.map(({ method, path, summary, id }) =>
          element(
            "li",
            {},
            element(
              "a",
              { className: "operation", href: `#/${encodeURIComponent(tag)}/${id}` },
              element("span", { className: `method ${method}`, textContent: method.toUpperCase() }),
              element("code", { textContent: path }),
              element("span", { className: "summary", textContent: summary }),
            ),
          ),
        ),
      ),
    ),
  );
  const place = document.getElementById("operations");
  place.replaceChildren(...sections);
  place.setAttribute("aria-busy", "false");
}

function grouped(operations) {
  const byTag = new Map();
  for (const operation of operations) {
    byTag.set(operation.tag, [...(byTag.get(operation.tag) ?? []), operation]);
  }
  return byTag;
}

colour();
dark.addEventListener("change", colour);
document.getElementById("browse").addEventListener("click", showReference);
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#/") && !loading) {
    showReference();
  }
});
if (location.hash.startsWith("#/")) {
  showReference();
}
fetch("/openapi.yaml")
  .then((answer) => answer.text())
  .then(showOperations);
