SwaggerUIBundle({ url: "/openapi.yaml", dom_id: "#swagger-ui", tryItOutEnabled: true, validatorUrl: null });
