/** Settings of namespaces: found, created and changed. */
@NullMarked
package io.quipu.engine.namespace;

import org.jspecify.annotations.NullMarked;
