/** Answers of a kind to requests that record and that read, and what these ask for. */
@NullMarked
package io.quipu.engine.kind.answer;

import org.jspecify.annotations.NullMarked;
