#include "textflag.h"

// func clockOut(base unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, setup, hold int)
TEXT ·clockOut(SB), NOSPLIT, $0-56
	MOVD  base+0(FP), R0
	MOVD  stride+8(FP), R1
	MOVD  words+16(FP), R2
	MOVD  n+24(FP), R3
	MOVWU mask+32(FP), R4
	MOVWU clk+36(FP), R5
	MOVD  setup+40(FP), R6
	MOVD  hold+48(FP), R7
	MOVD  ZR, R8           // data of the column before
	MOVD  ZR, R12          // the clock, if it is high

word:
	MOVWU.P 4(R2), R9
	ANDW R4, R9
	EORW R8, R9, R11       // data that change
	ORRW R12, R11          // and the clock falls
	MOVD R9, R8
	MOVW R11, 0x1000(R0)
	ADD  R1, R0
	MOVD R6, R10
	CBZ  R10, rise

setup:
	MOVW ZR, 0x1000(R0)
	ADD  R1, R0
	SUB  $1, R10
	CBNZ R10, setup

rise:
	MOVW R5, 0x2000(R0)
	ADD  R1, R0
	MOVD R5, R12
	MOVD R7, R10
	CBZ  R10, next

hold:
	MOVW ZR, 0x1000(R0)
	ADD  R1, R0
	SUB  $1, R10
	CBNZ R10, hold

next:
	SUB  $1, R3
	CBNZ R3, word
	RET
