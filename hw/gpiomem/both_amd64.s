#include "textflag.h"

// func clockOutBoth(regs unsafe.Pointer, stride uintptr, first, second *uint32, n int, mask, secondMask, clk uint32, slow int)
TEXT ·clockOutBoth(SB), NOSPLIT, $0-64
	MOVQ regs+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ first+16(FP), DX
	MOVQ second+24(FP), R12
	MOVQ n+32(FP), CX
	MOVL mask+40(FP), R8
	MOVL secondMask+44(FP), R14
	MOVL clk+48(FP), R9
	MOVQ slow+56(FP), R10
	XORL R13, R13

	TESTQ SI, SI
	JZ   fixedWord          // the base never moves: no store waits for an addition

word:
	MOVL (DX), AX
	ADDQ $4, DX
	ANDL R8, AX            // pins to set
	MOVL AX, BX
	XORL R8, BX            // pins to clear: mask without those
	ORL  R9, BX            // and the clock
	MOVL BX, 0x28(DI)
	ADDQ SI, DI
	MOVL AX, 0x1c(DI)
	ADDQ SI, DI
	MOVL (R12), AX
	ADDQ $4, R12
	ANDL R14, AX           // pins of the second bank to set
	MOVL AX, BX
	XORL R14, BX           // and to clear
	MOVL BX, 0x2c(DI)
	ADDQ SI, DI
	MOVL AX, 0x20(DI)
	ADDQ SI, DI
	MOVQ R10, R11
	TESTQ R11, R11
	JZ   rise

setup:
	MOVL R13, 0x28(DI)
	ADDQ SI, DI
	DECQ R11
	JNZ  setup

rise:
	MOVL R9, 0x1c(DI)
	ADDQ SI, DI
	MOVQ R10, R11
	TESTQ R11, R11
	JZ   next

hold:
	MOVL R13, 0x28(DI)
	ADDQ SI, DI
	DECQ R11
	JNZ  hold

next:
	DECQ CX
	JNZ  word
	RET

fixedWord:
	MOVL (DX), AX
	ADDQ $4, DX
	ANDL R8, AX
	MOVL AX, BX
	XORL R8, BX
	ORL  R9, BX
	MOVL BX, 0x28(DI)
	MOVL AX, 0x1c(DI)
	MOVL (R12), AX
	ADDQ $4, R12
	ANDL R14, AX
	MOVL AX, BX
	XORL R14, BX
	MOVL BX, 0x2c(DI)
	MOVL AX, 0x20(DI)
	MOVQ R10, R11
	TESTQ R11, R11
	JZ   fixedRise

fixedSetup:
	MOVL R13, 0x28(DI)
	DECQ R11
	JNZ  fixedSetup

fixedRise:
	MOVL R9, 0x1c(DI)
	MOVQ R10, R11
	TESTQ R11, R11
	JZ   fixedNext

fixedHold:
	MOVL R13, 0x28(DI)
	DECQ R11
	JNZ  fixedHold

fixedNext:
	DECQ CX
	JNZ  fixedWord
	RET
