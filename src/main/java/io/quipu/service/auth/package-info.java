/** Keys and tokens, and the rights that a key or token grants. */
@NullMarked
package io.quipu.service.auth;

import org.jspecify.annotations.NullMarked;
