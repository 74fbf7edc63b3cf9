/** Finds, creates and changes the settings of namespaces. */
@NullMarked
package io.quipu.engine.namespace;

import org.jspecify.annotations.NullMarked;
