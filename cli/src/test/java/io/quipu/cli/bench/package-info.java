@NullMarked
package io.quipu.cli.bench;

import org.jspecify.annotations.NullMarked;
