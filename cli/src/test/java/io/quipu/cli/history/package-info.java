@NullMarked
package io.quipu.cli.history;

import org.jspecify.annotations.NullMarked;
