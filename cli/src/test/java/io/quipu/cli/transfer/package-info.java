@NullMarked
package io.quipu.cli.transfer;

import org.jspecify.annotations.NullMarked;
