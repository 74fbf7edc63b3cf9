/** Who may do what: keys and tokens, and what each of them opens. */
@NullMarked
package io.quipu.service.auth;

import org.jspecify.annotations.NullMarked;
