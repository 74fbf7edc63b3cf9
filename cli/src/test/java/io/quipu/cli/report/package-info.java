@NullMarked
package io.quipu.cli.report;

import org.jspecify.annotations.NullMarked;
