/**
 * The check of tokens (JSON Web Tokens, RFC 7519) with the keys of their issuer. Does not know the
 * rights that a token grants.
 */
@NullMarked
package io.quipu.service.auth.token;

import org.jspecify.annotations.NullMarked;
