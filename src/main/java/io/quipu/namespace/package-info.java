/** Settings of namespaces: found, created and changed. */
@NullMarked
package io.quipu.namespace;

import org.jspecify.annotations.NullMarked;
