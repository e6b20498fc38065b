#include "textflag.h"

// func clockOut(regs unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, slow int)
TEXT ·clockOut(SB), NOSPLIT, $0-48
	MOVD  regs+0(FP), R0
	MOVD  stride+8(FP), R1
	MOVD  words+16(FP), R2
	MOVD  n+24(FP), R3
	MOVWU mask+32(FP), R4
	MOVWU clk+36(FP), R5
	MOVD  slow+40(FP), R6

	CBZ  R1, fixedWord     // the base never moves: no store waits for an addition

word:
	MOVWU.P 4(R2), R7
	ANDW R4, R7, R8        // pins to set
	BICW R7, R4, R9        // pins to clear
	ORRW R5, R9, R9        // and the clock
	MOVW R9, 0x28(R0)
	ADD  R1, R0
	MOVW R8, 0x1c(R0)
	ADD  R1, R0
	MOVD R6, R10
	CBZ  R10, rise

setup:
	MOVW ZR, 0x28(R0)
	ADD  R1, R0
	SUB  $1, R10
	CBNZ R10, setup

rise:
	MOVW R5, 0x1c(R0)
	ADD  R1, R0
	MOVD R6, R10
	CBZ  R10, next

hold:
	MOVW ZR, 0x28(R0)
	ADD  R1, R0
	SUB  $1, R10
	CBNZ R10, hold

next:
	SUB  $1, R3
	CBNZ R3, word
	RET

fixedWord:
	MOVWU.P 4(R2), R7
	ANDW R4, R7, R8
	BICW R7, R4, R9
	ORRW R5, R9, R9
	MOVW R9, 0x28(R0)
	MOVW R8, 0x1c(R0)
	MOVD R6, R10
	CBZ  R10, fixedRise

fixedSetup:
	MOVW ZR, 0x28(R0)
	SUB  $1, R10
	CBNZ R10, fixedSetup

fixedRise:
	MOVW R5, 0x1c(R0)
	MOVD R6, R10
	CBZ  R10, fixedNext

fixedHold:
	MOVW ZR, 0x28(R0)
	SUB  $1, R10
	CBNZ R10, fixedHold

fixedNext:
	SUB  $1, R3
	CBNZ R3, fixedWord
	RET

// func spin(n int)
TEXT ·spin(SB), NOSPLIT, $0-8
	MOVD n+0(FP), R0

again:
	SUBS $1, R0
	BGT  again
	RET
