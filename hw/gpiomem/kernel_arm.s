#include "textflag.h"

// func clockOut(regs unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, slow int)
TEXT ·clockOut(SB), NOSPLIT, $0-28
	MOVW regs+0(FP), R0
	MOVW stride+4(FP), R1
	MOVW words+8(FP), R2
	MOVW n+12(FP), R3
	MOVW mask+16(FP), R4
	MOVW clk+20(FP), R5
	MOVW slow+24(FP), R6
	MOVW $0, R12

	CMP  $0, R1
	BEQ  fixedWord          // the base never moves: a fifth of the instructions less

word:
	MOVW.P 4(R2), R7
	AND  R4, R7, R8        // pins to set
	BIC  R7, R4, R9        // pins to clear
	ORR  R5, R9            // and the clock
	MOVW R9, 0x28(R0)
	ADD  R1, R0
	MOVW R8, 0x1c(R0)
	ADD  R1, R0
	MOVW.S R6, R7
	BEQ  rise

setup:
	MOVW R12, 0x28(R0)
	ADD  R1, R0
	SUB.S $1, R7
	BNE  setup

rise:
	MOVW R5, 0x1c(R0)
	ADD  R1, R0
	MOVW.S R6, R7
	BEQ  next

hold:
	MOVW R12, 0x28(R0)
	ADD  R1, R0
	SUB.S $1, R7
	BNE  hold

next:
	SUB.S $1, R3
	BNE  word
	RET

fixedWord:
	MOVW.P 4(R2), R7
	AND  R4, R7, R8
	BIC  R7, R4, R9
	ORR  R5, R9
	MOVW R9, 0x28(R0)
	MOVW R8, 0x1c(R0)
	MOVW.S R6, R7
	BEQ  fixedRise

fixedSetup:
	MOVW R12, 0x28(R0)
	SUB.S $1, R7
	BNE  fixedSetup

fixedRise:
	MOVW R5, 0x1c(R0)
	MOVW.S R6, R7
	BEQ  fixedNext

fixedHold:
	MOVW R12, 0x28(R0)
	SUB.S $1, R7
	BNE  fixedHold

fixedNext:
	SUB.S $1, R3
	BNE  fixedWord
	RET

// func spin(n int)
TEXT ·spin(SB), NOSPLIT, $0-4
	MOVW n+0(FP), R0

again:
	SUB.S $1, R0
	BGT  again
	RET
