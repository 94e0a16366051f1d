/** Everyday words for what handbooks, notices and house rules call otherwise; written as the groups of `same-words.ts`. */
export const dailyRows = `
collect pick_up fetch collection pickup handover take_over 领取 取 自提 / hand_in hand_over give_in drop_off return bring_back
rent rental hire lease charter 租 租用 出租 租金 / loo toilet restroom bathroom lavatory wc / fuel diesel petrol gasoline 燃料 燃油 柴油 汽油
get_rid_of dispose throw_away discard put_rubbish rubbish waste skip bin / bottle glass bottles 瓶子 玻璃瓶 / tin tins 罐头
blow_dry dry_hair hair_dryer hairdryer 吹风机 吹头发 / indoors inside indoor inside_the_building within_the_building 室内 屋里 里面
outdoors outside outdoor 室外 外面 / cut_off cutoff deadline latest last 截止 最晚 / afternoon 下午 > pm / morning 上午 早上 > am
break_down breakdown broken_down stop_working 故障 抛锚 / co carbon_monoxide 一氧化碳 / check test inspect examine tested checked inspection 检查 检测 检验
lost lose missing disappear / get_back refund refunded release released repaid paid_back returned 退回 返还 退还 拿回
pub tavern bar restaurant / beer wine alcohol drinks 酒 / swim swimming bathe bathing 游泳 下水 / fish fishing angling 钓鱼
barbecue bbq grill grilling 烧烤 / candle candles 蜡烛 / fire flame 火 明火 / rope ropes line lines / steer drive pilot 驾驶
kid kids child children under_age minor / teenager youth young_people 青少年 / baby infant toddler pram pushchair buggy 婴儿 童车
wheelchair disabled disability accessible accessibility step_free barrier_free 轮椅 无障碍 残疾 / old elderly senior 老人 老年人
glasses spectacles 眼镜 老花镜 / purse wallet 钱包 / umbrella 雨伞 伞 / lost_property found_items lost_and_found 失物 捡到
wash laundry washing_machine launder 洗衣 洗衣机 / iron ironing 熨斗 / kettle boil 水壶 / fridge refrigerator 冰箱 / oven cooker stove hob 灶 炉灶
heating radiator warm 暖气 取暖 / air_conditioning aircon ac cooling 空调 / tap faucet drinking_water water_point 水龙头 饮用水
bed bedding sheets linen 床上用品 床单 / towel towels 毛巾 / blanket duvet 毯子 被子 / key keys 钥匙 / code pin combination 密码
quiet_hours silence noise loud music 安静 噪音 音乐 / neighbour neighbours 邻居 / rubbish trash garbage bin bins 垃圾 垃圾桶
post letter parcel package 信件 包裹 / leaflet flyer brochure 传单 宣传册 / sign_up join enrol register 报名 加入 参加 / quit leave cancel withdraw drop_out 退出 退学 不学了 不想学 不想上 不上了 退课 退费 退
fee charge cost price 费 学费 收费 / free free_of_charge no_charge gratis costs_nothing pay 免费 不收费 不要钱 交钱 付钱 收钱 要钱 / get_into get_in getting_into enter entry let_in admit admitted 入场 放行 /
enrol enter_school admission 上学 入学 就读 报名 报名条件 / deposit security_deposit bond caution 押金 定金 订金
pay_in_cash cash 现金 / pay_by_card card credit_card debit_card cards 刷卡 银行卡 / bank_transfer transfer wire 转账 汇款 / instalment instalments 分期
earliest soonest first 最早 / latest last by no_later 最晚 最迟 / how_fast speed speed_limit mph 速度 限速 / slow slowly walking_pace 慢
night overnight stay nights 过夜 留宿 / guest visitor friend 客人 访客 / dog pet puppy 狗 宠物 / cat kitten 猫 / horse pony 马
food eat meal snack lunch 吃 用餐 吃饭 / vegan vegetarian meat_free plant_based 素食 吃素 素 / allergy allergic nut gluten 过敏 / halal kosher 清真
tea coffee drink 茶 咖啡 / dinner supper evening_meal 晚饭 晚餐 / lunch midday 午饭 午餐 中饭 / breakfast morning_meal 早饭 早餐
doctor physician gp 医生 大夫 坐诊 / nurse 护士 / medicine medication pills tablets 药 药品 / plaster bandage first_aid 急救 创可贴
orthopaedic bones bone 骨科 骨头 / teeth dentist tooth 牙科 牙 牙齿 / eyes eye_doctor 眼科 眼睛 / blood_pressure 血压 / blood_sugar 血糖
ill sick unwell 生病 不舒服 病 / hurt injured injury wound 受伤 / fever temperature 发烧 体温 / hospital clinic ward 医院 住院
age how_old years_old aged 年龄 岁数 年纪 周岁 岁 多大 多大岁数 / minimum_age at_least 年满 满 / birthday 生日
at_most maximum 最多 顶多 至多 不超过 上限 / at_least minimum 最少 起码 至少 不少于 / class course lesson 课 课程 班 / teacher instructor tutor taught teach teaches 老师 教师 任课老师 讲师 教
calligraphy 书法 毛笔字 > 行书 楷书 / painting drawing 画画 绘画 国画 > 山水画 / singing choir sing 唱歌 声乐 合唱 / instrument instruments 乐器 器乐 > 二胡 钢琴 古筝
dance dancing 跳舞 舞蹈 > 民族舞 / phone_course smartphone 手机课 智能手机 / gymnastics exercise fitness 锻炼 健身 体操 / tai_chi 太极 太极拳 打拳
change_class switch_class transfer_class 转班 换班 换到别的班 换个班 / change_room 换房 换房间 / try_out trial taster 试听 试课 体验
skip miss absent absence 缺课 缺席 旷课 没来 / sick_note leave_of_absence 请假 / make_up catch_up 补课 补上 补 / certificate diploma 证书 结业 毕业证
student_card member_card library_card id_card 学员证 学生证 会员证 借书证 借阅卡 图书证 读者证 / replace_card reissue duplicate_card new_card 补办 再办 重新办 补发 挂失
start_of_term term_starts begin_of_term 开学 开课 / end_of_term 期末 学期末 放假 / semester term 学期 / week weeks 星期 周 礼拜 / weekend 周末 双休日
spouse partner husband wife 老伴 配偶 爱人 丈夫 妻子 > 家属 家人 / family relative relatives 家属 家人 亲属 / accompany come_along escort 陪 陪同 陪着
listen_in sit_in audit 旁听 听课 陪读 / seat place 座位 位子 / autumn fall_season 秋天 秋季 / spring 春天 春季 / summer 夏天 夏季 暑假 / winter 冬天 冬季 寒假
grandmother grandfather grandma grandpa aunt uncle brother sister relative family patient visit visiting 奶奶 爷爷 外婆 外公 亲戚 / son daughter boy girl child kid kids children pupil 儿子 女儿 孩子
evening night 晚上 夜里 晚间 / plant flower flowers pot 花 盆栽 植物 / come_back go_back return 返回 回去 / noon lunch_break midday 中午 午休 / lunch_allowance meal_allowance 午饭补贴 餐补 饭补 / families family_members 家里人 家属 家人
drop_in visit call_in see come_and_see visiting_hours 探望 看望 探视 / drink beverage water coffee tea 喝 饮料 / join become_a_member sign_up member membership 入会 加入
autumn_trip 秋游 秋天出去玩 / spring_trip 春游 春天出去玩 / trip excursion 出游 郊游 出去玩 旅游 / bus coach 大巴 客车 / bus_leaves coach_leaves bus_leave coach_leave departs 发车 开车
gale storm wind 大风 刮风 风暴 / heavy_rain downpour rain 大雨 下雨 暴雨 雨天 遇雨 / snow 下雪 大雪 / heat hot_weather 高温
borrow lend loan 借 借阅 出借 拿回家 带回家 借回家 / return_book give_back 还 归还 还书 / renew extend 续借 延期 / overdue late 逾期 超期 晚还 / book_limit 借期
newspaper magazine 报纸 杂志 / reading_room library 图书室 阅览室 图书馆 / canteen dining_hall 食堂 饭堂 / top_up recharge 充值 充钱 / meal_card 饭卡
scam fraud 诈骗 防诈骗 骗子 / lecture talk speech 讲座 报告 / exhibition 展览 书画展 / performance concert 演出 表演 / costume outfit uniform 演出服 服装 校服
car small_car 小汽车 轿车 汽车 私家车 / electric_bike e_bike 电动车 电瓶车 / parking park car_park 停车 停放 停车场 车棚 / charge charging 充电
lift elevator 电梯 / stairs staircase 楼梯 / ground_floor first_floor 一楼 底层 / basement 地下室 地下一层 / entrance gate door 门口 大门 校门 / service_desk help_desk counter 服务台 前台 窗口
responsible_for in_charge run_by 负责人 负责 管 / head principal director 校长 主任 院长 / office_hours opening_hours open 受理时间 办公时间 开放时间 几点开门
`;
