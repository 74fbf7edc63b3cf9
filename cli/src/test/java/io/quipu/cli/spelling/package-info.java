@NullMarked
package io.quipu.cli.spelling;

import org.jspecify.annotations.NullMarked;
