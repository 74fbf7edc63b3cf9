/** Requests of browsers: origins and public hosts. */
@NullMarked
package io.quipu.edge.guard.browser;

import org.jspecify.annotations.NullMarked;
