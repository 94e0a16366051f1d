import { toStem } from './units.ts';

/**
 * Words that people use for the same thing in a document. A short list of what is asked of handbooks, terms and notes; whatever is not in it has to
 * stand in the document as it is asked for.
 */
const rows = `
return refund
cost price fee charge rate pay
vacation holiday pto
open opening
ship shipping deliver delivery dispatch
buy purchase order
customer client buyer
employee staff worker colleague
phone telephone
bike bicycle
car vehicle
laptop computer notebook
broken defective damaged faulty
begin start
end finish expire
sick ill illness
manager boss supervisor
salary wage pay
report tell inform notify
warranty guarantee
discount rebate
invoice bill receipt
cancel terminate termination
money payment paid pay
fast quick express
allow permit permitted allowed
forbidden prohibited banned
trip travel journey
hotel accommodation lodging
meal food lunch
package parcel box
wifi wlan internet
visitor guest friend
repair fix
left leave
sent send
bought buy
sold sell
stole stolen steal theft
lost lose loss
taken take
written write
changed change
price costs
minimum least
maximum most limit
km kilometre kilometer
kg kilogram
own private personal
quit terminate cancel end leave
call contact phone ring report
keep have own
dog pet
cat pet
flat apartment
rubbish trash garbage waste bin
holiday vacation leave
lift elevator
office building workplace
parking park
kid child children
doctor physician
staff employee team
teacher instructor trainer
fix repair mend
quiet silent noise loud
smoke smoking
password passcode pin
sign signature signed
wash washing laundry
clean cleaning
eat eating food meal
entrance door entry
join register sign registration
renew extend extension prolong
borrow loan lend
late overdue delay
fine fee penalty
class course lesson
abroad international foreign
remote remotely
`;

const hanRows = `
退款 退货 退换
费用 价格 价钱 收费 多少钱
假期 休假 年假 放假
发货 配送 快递 送货 运送
员工 职员 同事
发票 票据
上班 工作时间 营业时间 开门
酒店 住宿 宾馆
餐费 餐补 伙食 吃饭
审批 批准 审核
提交 上交 递交
出差 差旅
密码 口令
手机 电话
电脑 笔记本
保修 质保
周日 星期日 星期天 礼拜天
周一 星期一 礼拜一
周二 星期二 礼拜二
周三 星期三 礼拜三
周四 星期四 礼拜四
周五 星期五 礼拜五
周六 星期六 礼拜六
开门 开放 营业 开馆
关门 闭馆 打烊 休息
退 退还 退回 退款
访客 客人 朋友 来宾
解约 退租 终止 取消
丢 丢失 遗失 弄丢
报名 注册 登记
停车 车位
宠物 狗 猫
请假 休假
迟到 晚到
借 借阅 借书
还书 归还
续借 延期
罚款 罚金 滞纳金
`;

const toGroups = (text: string, plain: (word: string) => string) =>
  text
    .trim()
    .split('\n')
    .map((row) => row.split(' ').map(plain));

const byWord = new Map<string, Set<string>>();
for (const group of [...toGroups(rows, toStem), ...toGroups(hanRows, (word) => word)]) {
  for (const word of group)
    byWord.set(word, new Set([...(byWord.get(word) ?? []), ...group.filter((other) => other !== word)]));
}

/** The stems, or the words in Chinese, that can stand for this one. */
export const sameWords = (stem: string): ReadonlySet<string> => byWord.get(stem) ?? new Set();

/** Words of a question that say how it asks, not what about: they help to choose, and need not be there. */
const weak = new Set(
  `long many much often get take keep leave need must allowed allow possible happen mean cost price time policy rule rules company people person way best kind sort thing deal handle know tell
  contact reach find use work works day days hour hours week weeks month months year years back soon late early big large high low good right per do does amount number have has give gives
  bring maximum minimum max min private own personal normal usual official certain full total whole exact current possible available latest allowed want like apply ask request receive come go stay put set make made show offer use using via inside outside during special extra additional also still already please sure fine okay ok happens else another other thing things place part item new
  exactly start begin end pay paid cheap expensive anyone someone everybody everyone somebody where when who which what how`
    .split(/\s+/)
    .map(toStem),
);
const weakHan = new Set(
  '天内 时候 规定 标准 要求 需要 可以 怎么 超过 多久 几天 多少 时间 流程 政策 制度 公司 什么 哪里 哪些 如何 是否 能否 多少天 每天 每晚 工作日 一年 每年 多长 之内 以内 有没有 必须 应该 收费 费用 价格 多少钱 要钱 免费 进来 带来 什么时候 多久 几点 几号 几晚 几次 怎么办 如果 可不可以 能不能 是不是 要不要 需不需要 最多 最少 最晚 最早 至少 一般 通常 具体 必需 一共 总共 办理 进行 使用 应当 多大 多高 几个 几位 哪天 哪儿 哪个 时段 我们 自己 一下'.split(
    ' ',
  ),
);

/** 一份, 三天: how many, of what is not said. */
const counted = /^[一二两三四五六七八九十几半\d]+[份个次天张位条件人名本只度晚周月年]$/;

export const isWeak = (word: string): boolean => weak.has(toStem(word)) || weakHan.has(word) || counted.test(word);
