/** The published contract, held against requests and answers of other tests. */
@NullMarked
package io.quipu.testing.contract;

import org.jspecify.annotations.NullMarked;
