@NullMarked
package io.quipu.tools.cli.sizing;

import org.jspecify.annotations.NullMarked;
