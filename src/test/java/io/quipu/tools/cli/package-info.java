@NullMarked
package io.quipu.tools.cli;

import org.jspecify.annotations.NullMarked;
