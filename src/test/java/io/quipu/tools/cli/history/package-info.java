@NullMarked
package io.quipu.tools.cli.history;

import org.jspecify.annotations.NullMarked;
