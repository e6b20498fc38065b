#include "textflag.h"

// func clockOutBoth(regs unsafe.Pointer, stride uintptr, first, second *uint32, n int, mask, secondMask, clk uint32, slow int)
TEXT ·clockOutBoth(SB), NOSPLIT, $0-64
	MOVD  regs+0(FP), R0
	MOVD  stride+8(FP), R1
	MOVD  first+16(FP), R2
	MOVD  second+24(FP), R3
	MOVD  n+32(FP), R4
	MOVWU mask+40(FP), R5
	MOVWU secondMask+44(FP), R6
	MOVWU clk+48(FP), R7
	MOVD  slow+56(FP), R8

	CBZ  R1, fixedWord     // the base never moves: no store waits for an addition

word:
	MOVWU.P 4(R2), R9
	ANDW R5, R9, R10       // pins to set
	BICW R9, R5, R11       // pins to clear
	ORRW R7, R11, R11      // and the clock
	MOVW R11, 0x28(R0)
	ADD  R1, R0
	MOVW R10, 0x1c(R0)
	ADD  R1, R0
	MOVWU.P 4(R3), R9
	ANDW R6, R9, R10       // pins of the second bank to set
	BICW R9, R6, R11       // and to clear
	MOVW R11, 0x2c(R0)
	ADD  R1, R0
	MOVW R10, 0x20(R0)
	ADD  R1, R0
	MOVD R8, R10
	CBZ  R10, rise

setup:
	MOVW ZR, 0x28(R0)
	ADD  R1, R0
	SUB  $1, R10
	CBNZ R10, setup

rise:
	MOVW R7, 0x1c(R0)
	ADD  R1, R0
	MOVD R8, R10
	CBZ  R10, next

hold:
	MOVW ZR, 0x28(R0)
	ADD  R1, R0
	SUB  $1, R10
	CBNZ R10, hold

next:
	SUB  $1, R4
	CBNZ R4, word
	RET

fixedWord:
	MOVWU.P 4(R2), R9
	ANDW R5, R9, R10
	BICW R9, R5, R11
	ORRW R7, R11, R11
	MOVW R11, 0x28(R0)
	MOVW R10, 0x1c(R0)
	MOVWU.P 4(R3), R9
	ANDW R6, R9, R10
	BICW R9, R6, R11
	MOVW R11, 0x2c(R0)
	MOVW R10, 0x20(R0)
	MOVD R8, R10
	CBZ  R10, fixedRise

fixedSetup:
	MOVW ZR, 0x28(R0)
	SUB  $1, R10
	CBNZ R10, fixedSetup

fixedRise:
	MOVW R7, 0x1c(R0)
	MOVD R8, R10
	CBZ  R10, fixedNext

fixedHold:
	MOVW ZR, 0x28(R0)
	SUB  $1, R10
	CBNZ R10, fixedHold

fixedNext:
	SUB  $1, R4
	CBNZ R4, fixedWord
	RET
