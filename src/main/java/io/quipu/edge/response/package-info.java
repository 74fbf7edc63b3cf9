/** Answers of HTTP: responses, problems and their types. */
@NullMarked
package io.quipu.edge.response;

import org.jspecify.annotations.NullMarked;
