#include "textflag.h"

// func clockOut(base unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, setup, hold int)
TEXT ·clockOut(SB), NOSPLIT, $0-56
	MOVQ base+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ words+16(FP), DX
	MOVQ n+24(FP), CX
	MOVL mask+32(FP), R8
	MOVL clk+36(FP), R9
	MOVQ setup+40(FP), R10
	MOVQ hold+48(FP), R11
	XORL R12, R12          // data of the column before
	XORL R13, R13          // the clock, if it is high

word:
	MOVL (DX), AX
	ADDQ $4, DX
	ANDL R8, AX
	XORL AX, R12           // data that change
	ORL  R13, R12          // and the clock falls
	MOVL R12, 0x1000(DI)
	ADDQ SI, DI
	MOVL AX, R12
	MOVQ R10, BX
	TESTQ BX, BX
	JZ   rise

setup:
	MOVL $0, 0x1000(DI)
	ADDQ SI, DI
	DECQ BX
	JNZ  setup

rise:
	MOVL R9, 0x2000(DI)
	ADDQ SI, DI
	MOVL R9, R13
	MOVQ R11, BX
	TESTQ BX, BX
	JZ   next

hold:
	MOVL $0, 0x1000(DI)
	ADDQ SI, DI
	DECQ BX
	JNZ  hold

next:
	DECQ CX
	JNZ  word
	RET
