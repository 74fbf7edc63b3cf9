// Loaded after the bundle, which defines SwaggerUIBundle. Inline scripts are forbidden by the content security policy.
SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#reference",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // Never send the document to a validator on the Internet.
  validatorUrl: null,
});
