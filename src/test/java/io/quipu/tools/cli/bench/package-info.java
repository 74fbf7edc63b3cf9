@NullMarked
package io.quipu.tools.cli.bench;

import org.jspecify.annotations.NullMarked;
