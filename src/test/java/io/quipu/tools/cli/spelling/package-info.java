@NullMarked
package io.quipu.tools.cli.spelling;

import org.jspecify.annotations.NullMarked;
