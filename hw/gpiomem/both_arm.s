#include "textflag.h"

// func clockOutBoth(regs unsafe.Pointer, stride uintptr, first, second *uint32, n int, mask, secondMask, clk uint32, slow int)
TEXT ·clockOutBoth(SB), NOSPLIT, $0-36
	MOVW regs+0(FP), R0
	MOVW stride+4(FP), R1
	MOVW first+8(FP), R2
	MOVW second+12(FP), R3
	MOVW n+16(FP), R4
	MOVW mask+20(FP), R5
	MOVW secondMask+24(FP), R6
	MOVW clk+28(FP), R7
	MOVW slow+32(FP), R8

	CMP  $0, R1
	BEQ  fixedWord          // the base never moves: a fifth of the instructions less

word:
	MOVW.P 4(R2), R9
	BIC  R9, R5, R12       // pins to clear
	ORR  R7, R12           // and the clock
	MOVW R12, 0x28(R0)
	ADD  R1, R0
	AND  R5, R9            // pins to set
	MOVW R9, 0x1c(R0)
	ADD  R1, R0
	MOVW.P 4(R3), R9
	BIC  R9, R6, R12       // pins of the second bank to clear
	MOVW R12, 0x2c(R0)
	ADD  R1, R0
	AND  R6, R9            // and to set
	MOVW R9, 0x20(R0)
	ADD  R1, R0
	MOVW $0, R12
	MOVW.S R8, R9
	BEQ  rise

setup:
	MOVW R12, 0x28(R0)
	ADD  R1, R0
	SUB.S $1, R9
	BNE  setup

rise:
	MOVW R7, 0x1c(R0)
	ADD  R1, R0
	MOVW.S R8, R9
	BEQ  next

hold:
	MOVW R12, 0x28(R0)
	ADD  R1, R0
	SUB.S $1, R9
	BNE  hold

next:
	SUB.S $1, R4
	BNE  word
	RET

fixedWord:
	MOVW.P 4(R2), R9
	BIC  R9, R5, R12
	ORR  R7, R12
	MOVW R12, 0x28(R0)
	AND  R5, R9
	MOVW R9, 0x1c(R0)
	MOVW.P 4(R3), R9
	BIC  R9, R6, R12
	MOVW R12, 0x2c(R0)
	AND  R6, R9
	MOVW R9, 0x20(R0)
	MOVW $0, R12
	MOVW.S R8, R9
	BEQ  fixedRise

fixedSetup:
	MOVW R12, 0x28(R0)
	SUB.S $1, R9
	BNE  fixedSetup

fixedRise:
	MOVW R7, 0x1c(R0)
	MOVW.S R8, R9
	BEQ  fixedNext

fixedHold:
	MOVW R12, 0x28(R0)
	SUB.S $1, R9
	BNE  fixedHold

fixedNext:
	SUB.S $1, R4
	BNE  fixedWord
	RET
