@NullMarked
package io.quipu.cli.sizing;

import org.jspecify.annotations.NullMarked;
