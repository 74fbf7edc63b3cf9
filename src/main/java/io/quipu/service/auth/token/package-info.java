/**
 * Tokens that somebody else has issued (JSON Web Tokens, RFC 7519): the keys of their issuer, and
 * whether a token is one of its. Knows nothing of what a token opens.
 */
@NullMarked
package io.quipu.service.auth.token;

import org.jspecify.annotations.NullMarked;
