/**
 * The check of tokens (JSON Web Tokens, RFC 7519) with the keys of their issuer. This package does
 * not interpret the rights that a token grants.
 */
@NullMarked
package io.quipu.service.auth.token;

import org.jspecify.annotations.NullMarked;
