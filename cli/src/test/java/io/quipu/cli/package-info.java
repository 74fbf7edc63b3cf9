@NullMarked
package io.quipu.cli;

import org.jspecify.annotations.NullMarked;
