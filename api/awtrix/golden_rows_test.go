// SPDX-License-Identifier: Apache-2.0

package awtrix

// goldenRows are the payloads by element. @ stands for an icon of 8×8 pixels.
var goldenRows = []struct {
	element string
	bodies  []string
}{
	{"letters", []string{
		`{"text":"ABCDEFG"}`, `{"text":"HIJKLMN"}`, `{"text":"OPQRSTU"}`, `{"text":"VWXYZ"}`, `{"text":"01234567"}`, `{"text":"89.,:;!?"}`,
		`{"text":"+-*/=<>%"}`, `{"text":"()[]{}|_"}`, `{"text":"\"#$&'@^~"}`, `{"text":"21.5°C"}`, `{"text":"ÄÖÜß€"}`, `{"text":"Привет"}`, `{"text":"èéêñç"}`,
	}},
	{"capitals", []string{
		`{"text":"hello"}`, `{"text":"hello","textCase":1}`, `{"text":"hello","textCase":2}`, `{"text":"Grün","textCase":0}`,
		`{"text":"gjpqy","textCase":2}`, `{"text":"MilWau","textCase":2}`, `{"text":"a","textCase":"2"}`,
		`{"text":"mąż"}`, `{"text":"Gdańsk"}`, `{"text":"Łódź","textCase":1}`, `{"text":"łoś","textCase":2}`,
	}},
	{"place", []string{
		`{"text":""}`, `{"text":"I"}`, `{"text":"50"}`, `{"text":"50","center":false}`, `{"text":"ABCDEFGH"}`, `{"text":"ABCDEFGH","center":false}`,
		`{"text":"50","icon":"@"}`, `{"text":"50","icon":"@","center":false}`, `{"text":"ABCDEF","icon":"@"}`, `{"text":100}`, `{"text":"7 %"}`,
		`{"text":21.0}`, `{"text":-12.50}`, `{"text":[{"t":1e2},{"t":0.30}]}`,
	}},
	{"textOffset", []string{
		`{"text":"50","textOffset":5}`, `{"text":"50","textOffset":-5}`, `{"text":"50","textOffset":0}`, `{"text":"50","textOffset":40}`,
		`{"text":"50","center":false,"textOffset":3}`, `{"text":"50","icon":"@","textOffset":-9}`, `{"text":"50","icon":"@","textOffset":2,"iconOffset":1}`,
		`{"text":"HELLO WORLD","textOffset":4}`, `{"text":"HELLO WORLD","textOffset":4,"rainbow":true}`, `{"text":"HELLO WORLD","textOffset":4,"gradient":["#FF0000","#0000FF"]}`,
		`{"text":[{"t":"HELLO "},{"t":"WORLD"}],"textOffset":3}`, `{"text":[{"t":"HELLO "},{"t":"WORLD"}],"textOffset":-3,"icon":"@"}`,
	}},
	{"scrolling", []string{
		`{"text":"HELLO WORLD"}`, `{"text":"HELLO WORLD","scrollSpeed":200}`, `{"text":"HELLO WORLD","scrollSpeed":50}`, `{"text":"HELLO WORLD","icon":"@"}`,
		`{"text":"ABCDEFGHI"}`, `{"text":"ABCDEFG","icon":"@"}`, `{"text":"HELLO WORLD","center":false}`, `{"text":"HELLO WORLD","repeat":2}`,
		`{"text":"HELLO WORLD","icon":"@","progress":50}`, `{"text":"HELLO WORLD","background":"#000040","icon":"@"}`,
	}},
	{"noScroll", []string{
		`{"text":"HELLO WORLD","noScroll":true}`, `{"text":"HELLO WORLD","noScroll":true,"icon":"@"}`, `{"text":"50","noScroll":true}`,
		`{"text":"HELLO WORLD","noScroll":false}`, `{"text":"HELLO WORLD","noScroll":true,"center":true}`, `{"text":"HELLO WORLD","noScroll":true,"repeat":3}`,
	}},
	{"topText", []string{
		`{"text":"50","draw":[{"df":[8,0,16,8,"#FF0000"]}]}`, `{"text":"50","topText":true,"draw":[{"df":[8,0,16,8,"#FF0000"]}]}`,
		`{"text":"50","topText":false,"draw":[{"dl":[0,3,31,3,"#00FF00"]}]}`, `{"text":"50","topText":true,"draw":[{"dl":[0,3,31,3,"#00FF00"]}]}`,
		`{"text":"HELLO WORLD","topText":true,"icon":"@"}`, `{"text":"50","topText":true,"bar":[8,8,8,8]}`, `{"text":"gy","textCase":2,"topText":true,"progress":100}`,
		`{"text":"50","bar":[3,8,5]}`,
	}},
	{"fragments", []string{
		`{"text":[{"t":"RED ","c":"FF0000"},{"t":"GRN","c":"00FF00"}]}`, `{"text":[{"t":"A"},{"t":"B","c":"#0000FF"}],"color":"#FFFF00"}`,
		`{"text":[{"t":"Hello, ","c":"FF0000"},{"t":"world!","c":"00FF00"}],"repeat":2}`, `{"text":[{"t":"","c":"FF0000"},{"t":"1"}]}`, `{"text":[]}`,
		`{"text":[{"t":"up","c":[255,0,255]},{"t":5}],"textCase":2}`, `{"text":[{"t":"A","c":"FF0000"},{"t":"B"}],"rainbow":true}`,
		`{"text":[{"t":"A","c":"FF0000"},{"t":"B"}],"icon":"@","textOffset":2}`,
	}},
	{"progress", []string{
		`{"text":"50","progress":50}`, `{"text":"0","progress":0}`, `{"text":"1","progress":1}`, `{"text":"3","progress":3}`, `{"text":"4","progress":4}`,
		`{"text":"100","progress":100}`, `{"text":"150","progress":150}`, `{"text":"-1","progress":-1}`, `{"text":"-20","progress":-20}`,
		`{"text":"50","progress":50,"icon":"@"}`, `{"text":"13","progress":13,"icon":"@"}`, `{"text":"50","progress":50,"progressC":"#FF00FF","progressBC":"#000040"}`,
		`{"text":"50","progress":50,"progressC":[255,0,0]}`, `{"progress":30}`, `{"text":"a","progress":"40"}`, `{"text":"a","progress":33.9}`, `{"text":"a","progress":""}`,
		`{"text":"50","progress":50,"color":"#FF0000"}`,
	}},
	{"bar", []string{
		`{"bar":[1,2,3,4,5,6,7,8]}`, `{"bar":[8]}`, `{"bar":[0,0,0]}`, `{"bar":[-3,5,-1,8]}`, `{"bar":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}`,
		`{"bar":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}`, `{"bar":[5,9,1],"icon":"@"}`, `{"bar":[1,2,3,4,5,6,7,8,9,10,11],"icon":"@"}`,
		`{"bar":[1,2,3,4,5,6,7,8,9,10,11,12],"icon":"@"}`, `{"bar":[1,9,20],"autoscale":false}`, `{"bar":[1,2,3],"barBC":"#202020"}`, `{"bar":[0,-2],"barBC":"#202020"}`,
		`{"bar":[3,9,4],"color":"#FF0000"}`, `{"bar":[100,50,33,7,3]}`, `{"bar":[1,2,3],"barBC":0,"text":"A"}`, `{"bar":[1.9,"2",3]}`, `{"bar":[]}`,
	}},
	{"line", []string{
		`{"line":[1,2,3,4,5,6,7,8]}`, `{"line":[8]}`, `{"line":[0,0,0]}`, `{"line":[-3,5,-1,8]}`, `{"line":[0,8]}`, `{"line":[8,0]}`,
		`{"line":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]}`, `{"line":[5,9,1],"icon":"@"}`, `{"line":[1,20,3],"autoscale":false}`,
		`{"line":[5,1,9,3],"bar":[1,2,3,4],"color":"#00FFFF"}`, `{"line":[4,1,3]}`, `{"line":[1,5,2],"text":"A"}`,
	}},
	{"dt", []string{
		`{"draw":[{"dt":[0,3,"88"]}]}`, `{"draw":[{"dt":[10,0,"Hi","#00FF00"]}]}`, `{"draw":[{"dt":[6,2,"45%"]}]}`, `{"draw":[{"dt":[-2,1,"88","#FF0000"]}]}`,
		`{"draw":[{"dt":[28,4,"88"]}]}`, `{"draw":[{"dt":[0,-2,"88"]}]}`, `{"draw":[{"dt":[20.0,1,21]}]}`, `{"draw":[{"dt":[0,1,21.50]}]}`, `{"draw":[{"dt":[0,0,""]}]}`,
		`{"draw":[{"dt":[0,0,"Hello","#00FF00"]}],"color":"#FF0000"}`, `{"draw":[{"dt":[0,1,"A"]}],"color":"#FF0000"}`,
	}},
	{"circles", []string{
		`{"draw":[{"dfc":[16,4,1,"#FFFFFF"]}]}`, `{"draw":[{"dfc":[16,4,0]}]}`, `{"draw":[{"dfc":[16,4,2]}]}`, `{"draw":[{"dfc":[16,4,3]}]}`,
		`{"draw":[{"dfc":[0,0,4,"#00FF00"]}]}`, `{"draw":[{"dfc":[16,4,7]}]}`, `{"draw":[{"dc":[16,4,0]}]}`, `{"draw":[{"dc":[16,4,1]}]}`,
		`{"draw":[{"dc":[28,4,3,"#FF0000"]}]}`, `{"draw":[{"dc":[16,4,5]}]}`, `{"draw":[{"dc":[16,4,2]}]}`,
	}},
	{"draw", []string{
		`{"draw":[{"dp":[0,0,"#FF0000"]},{"dp":[31,7]},{"dp":[40,9]}]}`, `{"draw":[{"dl":[0,0,31,7,"#FF0000"]}]}`, `{"draw":[{"dl":[31,7,0,2]}]}`,
		`{"draw":[{"dl":[5,7,5,0]}]}`, `{"draw":[{"dl":[-9,-3,40,12]}]}`, `{"draw":[{"dr":[20,2,4,4,"#0000FF"]}]}`, `{"draw":[{"dr":[2,2,1,1]}]}`,
		`{"draw":[{"df":[1,1,5,3,[255,255,0]]}]}`, `{"draw":[{"db":[1,1,2,2,[16711680,0,255,65280]]}],"background":"#404040"}`, `{"draw":[{"dr":[0,0,8,8,"42"]}]}`,
		`{"draw":"[{\"dp\":[3,3,\"#FF0000\"]}]"}`, `{"draw":[{"db":[0,0,2,2,[255]]}],"background":"#404040"}`, `{"draw":[[{"dp":[1,1]}]]}`, `{"draw":[{"dr":[2,1,6,2]}],"progress":20}`,
		`{"draw":[{"dl":[0,7,31,7,"#0000FF"]}],"progress":20}`,
	}},
	{"unknown icon", []string{
		`{"text":"50","icon":"no-such-icon"}`, `{"text":"ABCDEFGH","icon":"no-such-icon"}`, `{"text":"50","icon":""}`, `{"bar":[1,2,3],"icon":"no-such-icon"}`,
		`{"text":"50","icon":"no-such-icon","progress":50}`, `{"text":"50","icon":null}`, `{"text":"HELLO WORLD","icon":"no-such-icon","pushIcon":1}`, `{"icon":"no-such-icon"}`,
	}},
	{"icon", []string{
		`{"icon":"@"}`, `{"icon":"@","text":""}`, `{"icon":"@","iconOffset":3,"text":"5"}`, `{"icon":"@","iconOffset":-4,"text":"5"}`,
		`{"icon":"@","background":"#300000","text":"5"}`, `{"icon":"@","draw":[{"dp":[0,0,"#00FF00"]}]}`,
	}},
	{"pushIcon", []string{
		`{"text":"HELLO WORLD","icon":"@","pushIcon":0}`, `{"text":"HELLO WORLD","icon":"@","pushIcon":1}`, `{"text":"HELLO WORLD","icon":"@","pushIcon":2}`,
		`{"text":"50","icon":"@","pushIcon":1}`, `{"text":"HELLO WORLD","icon":"@","pushIcon":2,"topText":true}`, `{"text":"HELLO WORLD","icon":"@","pushIcon":2,"textOffset":3}`,
		`{"text":"HELLO WORLD","icon":"@","pushIcon":1,"repeat":2,"scrollSpeed":150}`, `{"text":"HELLO","icon":"@","pushIcon":2,"background":"#002000"}`,
		`{"text":"HELLO WORLD","icon":"@","pushIcon":2,"noScroll":true}`,
	}},
	{"rainbow", []string{
		`{"text":"50","rainbow":true}`, `{"text":"HELLO WORLD","rainbow":true}`, `{"text":"A","rainbow":true}`, `{"text":"50","rainbow":false}`,
		`{"text":"50","rainbow":true,"color":"#FF0000"}`, `{"text":"A B C","rainbow":true,"icon":"@"}`, `{"text":"50","rainbow":true,"gradient":["#FF0000","#0000FF"]}`,
	}},
	{"gradient", []string{
		`{"text":"ABCDE","gradient":["#FF0000","#0000FF"]}`, `{"text":"A B","gradient":["#FF0000","#0000FF"]}`, `{"text":"A","gradient":["#FF0000","#0000FF"]}`,
		`{"text":"ABCDE","gradient":["#FF0000"]}`, `{"text":"ABCDE","gradient":["#FF0000","#00FF00","#0000FF"]}`, `{"text":"HELLO WORLD","gradient":[[0,0,0],[255,255,255]]}`,
		`{"text":"ABCDE","gradient":["#FF0000","#0000FF"],"blinkText":500}`,
	}},
	{"blink and fade", []string{
		`{"text":"50","blinkText":500}`, `{"text":"50","blinkText":1000,"color":"#FF0000"}`, `{"text":"50","fadeText":1000}`, `{"text":"50","fadeText":2500,"color":"#00FF80"}`,
		`{"text":"50","blinkText":700,"fadeText":900}`, `{"text":"50","blinkText":0}`, `{"text":"50","blinkText":800,"background":"#200020"}`,
		`{"text":[{"t":"A","c":"FF0000"},{"t":"B","c":"00FF00"}],"fadeText":1500}`, `{"text":"50","blinkText":900,"rainbow":true}`,
	}},
	{"color", []string{
		`{"text":"50","color":"#FF8000"}`, `{"text":"50","color":"FF8000"}`, `{"text":"50","color":[0,128,255]}`, `{"text":"50","color":"5"}`, `{"text":"50","color":null}`,
		`{"text":"50","color":"#000000","background":"#FFFFFF"}`, `{"text":"50","background":[10,20,30]}`, `{"text":"50","background":"#000000"}`,
	}},
}
