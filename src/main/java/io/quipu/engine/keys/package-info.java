/** Keys of callers as they are stored: which rights they grant on which namespaces. */
@NullMarked
package io.quipu.engine.keys;

import org.jspecify.annotations.NullMarked;
