@NullMarked
package io.quipu.tools.cli.transfer;

import org.jspecify.annotations.NullMarked;
