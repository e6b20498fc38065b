// node mcp.mjs URL KEY, or node mcp.mjs PROGRAM ARGUMENT...: an agent's client, which reads lines of JSON,
// {"tool": NAME, "args": {...}} or {"read": URI}, and answers each with the result as a line. Its first line
// has the names of the tools and the addresses of the resources.

import readline from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [first, ...rest] = process.argv.slice(2);
const transport = first.startsWith('http')
	? new StreamableHTTPClientTransport(new URL(first), { requestInit: { headers: { Authorization: `Bearer ${rest[0]}` } } })
	: new StdioClientTransport({ command: first, args: rest, env: process.env });
const client = new Client({ name: 'ledpost-test', version: '1' });
await client.connect(transport);
const say = (value) => console.log(JSON.stringify(value));
const names = (list, key) => list.map((one) => one[key]);
say({
	tools: names((await client.listTools()).tools, 'name'),
	resources: names((await client.listResources()).resources, 'uri'),
	instructions: client.getInstructions(),
});
for await (const line of readline.createInterface({ input: process.stdin })) {
	const { tool, args, read } = JSON.parse(line);
	say(read ? await client.readResource({ uri: read }) : await client.callTool({ name: tool, arguments: args }));
}
await client.close();
