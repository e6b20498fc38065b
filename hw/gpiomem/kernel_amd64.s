#include "textflag.h"

// func clockOut(regs unsafe.Pointer, stride uintptr, words *uint32, n int, mask, clk uint32, slow int)
TEXT ·clockOut(SB), NOSPLIT, $0-48
	MOVQ regs+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ words+16(FP), DX
	MOVQ n+24(FP), CX
	MOVL mask+32(FP), R8
	MOVL clk+36(FP), R9
	MOVQ slow+40(FP), R10
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

// func spin(n int)
TEXT ·spin(SB), NOSPLIT, $0-8
	MOVQ n+0(FP), CX

again:
	DECQ CX
	JG   again
	RET
