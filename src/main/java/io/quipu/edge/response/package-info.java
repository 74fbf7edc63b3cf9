/** The answers of HTTP: responses, and problems with their types. */
@NullMarked
package io.quipu.edge.response;

import org.jspecify.annotations.NullMarked;
