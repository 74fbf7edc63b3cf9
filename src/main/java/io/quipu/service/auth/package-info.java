/** Keys and tokens, and the rights that each of them opens. */
@NullMarked
package io.quipu.service.auth;

import org.jspecify.annotations.NullMarked;
